import { accordion } from '#exercises/types/accordion/accordion.ts'
import { audio } from '#exercises/types/audio/audio.ts'
import { categorize } from '#exercises/types/categorize/categorize.ts'
import { choice } from '#exercises/types/choice/choice.ts'
import { crossword } from '#exercises/types/crossword/crossword.ts'
import { dictation } from '#exercises/types/dictation/dictation.ts'
import { draw } from '#exercises/types/draw/draw.ts'
import { embed } from '#exercises/types/embed/embed.ts'
import { essay } from '#exercises/types/essay/essay.ts'
import { flashcards } from '#exercises/types/flashcards/flashcards.ts'
import { gapDrag } from '#exercises/types/gap-drag/gap-drag.ts'
import { gapSelect } from '#exercises/types/gap-select/gap-select.ts'
import { gapText } from '#exercises/types/gap-text/gap-text.ts'
import { hotspot } from '#exercises/types/hotspot/hotspot.ts'
import { imageHotspots } from '#exercises/types/image-hotspots/image-hotspots.ts'
import { info } from '#exercises/types/info/info.ts'
import { labelImage } from '#exercises/types/label-image/label-image.ts'
import { markWords } from '#exercises/types/mark-words/mark-words.ts'
import { match } from '#exercises/types/match/match.ts'
import { media } from '#exercises/types/media/media.ts'
import { memory } from '#exercises/types/memory/memory.ts'
import { numeric } from '#exercises/types/numeric/numeric.ts'
import { openAnswer } from '#exercises/types/open-answer/open-answer.ts'
import { order } from '#exercises/types/order/order.ts'
import { poll } from '#exercises/types/poll/poll.ts'
import { scale } from '#exercises/types/scale/scale.ts'
import { shortText } from '#exercises/types/short-text/short-text.ts'
import { timeline } from '#exercises/types/timeline/timeline.ts'
import { trueFalse } from '#exercises/types/true-false/true-false.ts'
import { upload } from '#exercises/types/upload/upload.ts'
import { uploadDraw } from '#exercises/types/upload-draw/upload-draw.ts'
import { videoQuiz } from '#exercises/types/video-quiz/video-quiz.ts'
import { wordCloud } from '#exercises/types/word-cloud/word-cloud.ts'
import { wordSearch } from '#exercises/types/word-search/word-search.ts'
import type { AnyElementType } from './element-type.ts'

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
