import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { openText } from '#exercises/formats/qti/export-qti-parts.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Essay } from './data.ts'

const hasKeywords = ({ keywords }: Essay) => keywords.length > 0
const hasLimits = ({ min, max }: Essay) => min > 0 || max !== 2000
const hasRubric = ({ rubric }: Essay) => rubric.length > 0
const hasMore = (data: Essay) => hasLimits(data) || hasRubric(data)
const hasAny = (data: Essay) => hasMore(data) || data.sample !== ''

export const essayOutgoing: Outgoing<Essay> = {
  qti: openText,
  h5p: (data, { prompt }) => {
    const { min, max, keywords, sample } = withoutPictures(data)
    return one('H5P.Essay', {
      taskDescription: prompt,
      keywords: keywords.map(({ any: [keyword = '', ...alternatives], acceptTypos, ...options }) => ({
        keyword: escapeHtml(keyword),
        alternatives: alternatives.map(escapeHtml),
        options: { ...options, forgiveMistakes: acceptTypos },
      })),
      behaviour: { minimumLength: min, maximumLength: max },
      solution: { sample: escapeHtml(sample).replaceAll('\n', '<br>') },
    })
  },
  scoredOtherwise: { moodle: hasKeywords, qti: hasKeywords },
  leavesBehind: { gift: hasAny, moodle: hasMore, qti: hasAny, h5p: hasRubric },
}
