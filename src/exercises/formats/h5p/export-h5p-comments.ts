import { allBands, type Comments, commentTo } from '#exercises/model/comments.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

/** Libraries that say something to shares of all points. */
const telling: ReadonlySet<string> = new Set([
  ...['H5P.MultiChoice', 'H5P.Blanks', 'H5P.DragText', 'H5P.MarkTheWords', 'H5P.SortParagraphs'],
  ...['H5P.Essay', 'H5P.FindTheWords', 'H5P.Crossword', 'H5P.DragQuestion'],
])

/** What is to be added to the content of a library, so that it says what the task says to its answers. */
export function commentsInH5p(
  { library, params }: { library: string; params: object },
  comments: Comments,
): object {
  const bands = allBands(comments)
  if (bands.length === 0) return {}
  if (telling.has(library))
    return { overallFeedback: bands.map(({ from, to, text }) => ({ from, to, feedback: escapeHtml(text) })) }
  if (library !== 'H5P.TrueFalse') return {}
  const said = {
    feedbackOnCorrect: escapeHtml(commentTo(comments, 1)),
    feedbackOnWrong: escapeHtml(commentTo(comments, 0)),
  }
  return { behaviour: { ...(params as { behaviour?: object }).behaviour, ...said } }
}
