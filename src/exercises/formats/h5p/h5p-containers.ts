import { at, htmlAt, type Json, listAt, nameAt, wordsAt } from './h5p-content.ts'

/** What stands on one page of a library that only holds others. */
export interface Inner {
  title: string
  contents: Json[]
}

const read = (text: string): Json[] =>
  text === '' ? [] : [{ library: 'H5P.AdvancedText', params: { text } }]
const onePage = (contents: Json[]): Inner[] => [{ title: '', contents }]
const under = (list: Json[], ...path: string[]) => list.map((each) => at(each, ...path))

/** Libraries that only hold others, by how they hold them, page by page. */
const containers: Readonly<Record<string, (params: Json) => Inner[]>> = {
  'H5P.QuestionSet': (params) =>
    onePage([...read(htmlAt(params, 'introPage', 'introduction')), ...listAt(params, 'questions')]),
  'H5P.Column': (params) => onePage(under(listAt(params, 'content'), 'content')),
  'H5P.RowColumn': (params) => onePage(under(listAt(params, 'content'), 'content')),
  'H5P.Row': (params) => onePage(under(listAt(params, 'columns'), 'content')),
  'H5P.Questionnaire': (params) => onePage(under(listAt(params, 'questionnaireElements'), 'library')),
  'H5P.CoursePresentation': slides,
  'H5P.InteractiveBook': chapters,
  'H5P.DocumentationTool': (params) =>
    listAt(params, 'pagesList').map((page) => ({
      title: wordsAt(page, 'params', 'title') || wordsAt(page, 'metadata', 'title'),
      contents: [page],
    })),
  'H5P.StandardPage': (params) => onePage(listAt(params, 'elementList')),
}

/** What lies in a library that only holds others; undefined: it is none of them. */
export function innerOf(library: string, params: Json): Inner[] | undefined {
  return Object.hasOwn(containers, library) ? containers[library]?.(params) : undefined
}

function slides(params: Json): Inner[] {
  // One long text that flows over slides stands where it begins.
  let flowing = htmlAt(params, 'presentation', 'ct')
  return listAt(params, 'presentation', 'slides').map((slide, place) => ({
    title: String(place + 1),
    contents: listAt(slide, 'elements').flatMap((element) => {
      const action = at(element, 'action')
      if (action === undefined)
        return [{ library: 'H5P.GoToSlide', metadata: { title: wordsAt(element, 'title') } }]
      if (!nameAt(action, 'library').startsWith('H5P.ContinuousText ')) return [action]
      const here = htmlAt(action, 'params', 'text') || flowing
      flowing = ''
      return read(here)
    }),
  }))
}

function chapters(params: Json): Inner[] {
  const cover = at(params, 'bookCover')
  const medium = at(cover, 'coverMedium')
  const seen = at(medium, 'params') === undefined ? [] : [medium]
  const first = [...read(htmlAt(cover, 'coverDescription')), ...seen]
  const isShown = first.length > 0 && at(params, 'showCoverPage') !== false
  return [
    ...(isShown ? [{ title: '', contents: first }] : []),
    ...listAt(params, 'chapters').map((chapter) => ({
      title: wordsAt(chapter, 'metadata', 'title'),
      contents: [chapter],
    })),
  ]
}

const mostNested = 200
const deepest = 12

/** Contents of other libraries anywhere in one nobody here knows, in their order; not those within one another. */
export function nestedIn(params: Json): Json[] {
  const found: Json[] = []
  const walk = (value: Json, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > deepest || found.length >= mostNested) return
    const library = at(value, 'library')
    if (typeof library === 'string' && /^H5P\.\w+ \d/.test(library) && at(value, 'params') !== undefined)
      found.push(value)
    else for (const each of Object.values(value)) walk(each, depth + 1)
  }
  walk(params, 0)
  return found
}

/** Whether a question set asks a new random selection each time. */
export function drawsSome(library: string, params: Json): boolean {
  const size = at(params, 'poolSize')
  return (
    library === 'H5P.QuestionSet' && Number(size) > 0 && Number(size) < listAt(params, 'questions').length
  )
}

/** The things a video shows and asks, one after the other, and what it asks at its end. */
export function actionsOfVideo(params: Json): Json[] {
  const root = at(params, 'interactiveVideo')
  const last = at(root, 'summary', 'task')
  const isAsked = listAt(last, 'params', 'summaries').some((each) => listAt(each, 'summary').length > 1)
  return [...listAt(root, 'assets', 'interactions').map(actionOf), ...(isAsked ? [last] : [])]
}

/** A label is its words. */
function actionOf(interaction: Json): Json {
  const action = at(interaction, 'action')
  const label = htmlAt(interaction, 'label')
  const isLabel = nameAt(action, 'library').startsWith('H5P.Nil')
  return isLabel && label !== '' ? read(label)[0] : action
}
