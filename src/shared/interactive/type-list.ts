import type { AnyElementType } from './element-type.ts'
import { accordion } from './types/accordion/accordion.ts'
import { audio } from './types/audio/audio.ts'
import { categorize } from './types/categorize/categorize.ts'
import { choice } from './types/choice/choice.ts'
import { crossword } from './types/crossword/crossword.ts'
import { dictation } from './types/dictation/dictation.ts'
import { draw } from './types/draw/draw.ts'
import { embed } from './types/embed/embed.ts'
import { essay } from './types/essay/essay.ts'
import { flashcards } from './types/flashcards/flashcards.ts'
import { gapDrag } from './types/gap-drag/gap-drag.ts'
import { gapSelect } from './types/gap-select/gap-select.ts'
import { gapText } from './types/gap-text/gap-text.ts'
import { hotspot } from './types/hotspot/hotspot.ts'
import { imageHotspots } from './types/image-hotspots/image-hotspots.ts'
import { info } from './types/info/info.ts'
import { labelImage } from './types/label-image/label-image.ts'
import { markWords } from './types/mark-words/mark-words.ts'
import { match } from './types/match/match.ts'
import { media } from './types/media/media.ts'
import { memory } from './types/memory/memory.ts'
import { numeric } from './types/numeric/numeric.ts'
import { openAnswer } from './types/open-answer/open-answer.ts'
import { order } from './types/order/order.ts'
import { poll } from './types/poll/poll.ts'
import { scale } from './types/scale/scale.ts'
import { shortText } from './types/short-text/short-text.ts'
import { timeline } from './types/timeline/timeline.ts'
import { trueFalse } from './types/true-false/true-false.ts'
import { upload } from './types/upload/upload.ts'
import { uploadDraw } from './types/upload-draw/upload-draw.ts'
import { videoQuiz } from './types/video-quiz/video-quiz.ts'
import { wordCloud } from './types/word-cloud/word-cloud.ts'
import { wordSearch } from './types/word-search/word-search.ts'

/** Every type of task. A new one is added here; a test compares the list with the folders. */
export const typeList: readonly AnyElementType[] = [
  accordion,
  audio,
  categorize,
  choice,
  crossword,
  dictation,
  draw,
  embed,
  essay,
  flashcards,
  gapDrag,
  gapSelect,
  gapText,
  hotspot,
  imageHotspots,
  info,
  labelImage,
  markWords,
  match,
  media,
  memory,
  numeric,
  openAnswer,
  order,
  poll,
  scale,
  shortText,
  timeline,
  trueFalse,
  upload,
  uploadDraw,
  videoQuiz,
  wordCloud,
  wordSearch,
]
