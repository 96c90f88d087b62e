import type { Statement } from '#exercises/model/media/asset-sources.ts'
import { h5pMetadata } from './h5p-rights.ts'

/** The version of each library whose content is written; the places it is opened in have it or a later one. */
export const versions = {
  'H5P.Column': [1, 16],
  'H5P.InteractiveBook': [1, 7],
  'H5P.MultiChoice': [1, 16],
  'H5P.TrueFalse': [1, 8],
  'H5P.Blanks': [1, 14],
  'H5P.AdvancedBlanks': [1, 0],
  'H5P.DragText': [1, 10],
  'H5P.MarkTheWords': [1, 11],
  'H5P.SortParagraphs': [0, 11],
  'H5P.Essay': [1, 5],
  'H5P.Flashcards': [1, 7],
  'H5P.Dialogcards': [1, 9],
  'H5P.FindTheWords': [1, 4],
  'H5P.Crossword': [0, 5],
  'H5P.Accordion': [1, 0],
  'H5P.AdvancedText': [1, 1],
  'H5P.Image': [1, 1],
  'H5P.Audio': [1, 5],
  'H5P.MultiMediaChoice': [0, 3],
  'H5P.ImageSequencing': [1, 1],
  'H5P.ImagePair': [1, 4],
  'H5P.MemoryGame': [1, 3],
  'H5P.Dictation': [1, 3],
  'H5P.ImageHotspotQuestion': [1, 8],
  'H5P.DragQuestion': [1, 13],
  'H5P.InteractiveVideo': [1, 26],
  'H5P.Text': [1, 1],
  'H5P.Video': [1, 6],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type Library = keyof typeof versions

/** What one library shows. */
export interface Content {
  library: Library
  params: object
  /** What is needed inside of it. */
  inside?: readonly Library[]
  /** Files beside the content, by their place in it. */
  texts?: Record<string, string>
  /** Of a picture or a recording: where it comes from. */
  said?: Statement | undefined
  /** Of a recording or a video: what it is called. */
  label?: string | undefined
}

/** Whether a text has no signs with a meaning between asterisks, which H5P cannot take from them. */
export function isPlainInGap(text: string): boolean {
  return !/[*/:\\]/.test(text)
}

/** The content of one library. */
export function one(library: Library, params: object): Content[] {
  return [{ library, params }]
}

/** A text with gaps to type into, `*so*`. */
export function blanks(
  prompt: string,
  filled: string,
  { caseSensitive = false, acceptTypos = false }: { caseSensitive?: boolean; acceptTypos?: boolean },
): Content[] {
  return one('H5P.Blanks', {
    text: prompt,
    questions: [filled],
    behaviour: {
      caseSensitive,
      acceptSpellingErrors: acceptTypos,
      enableRetry: true,
      enableSolutionsButton: true,
    },
  })
}

/** The content of a library with its name, as another library holds it. */
export function withName(
  library: Library,
  params: object,
  title: string,
  { said, label }: Pick<Content, 'said' | 'label'> = {},
): object {
  const [major, minor] = versions[library]
  return {
    library: `${library} ${major}.${minor}`,
    params,
    metadata: {
      title: label || title,
      ...(label !== undefined && { a11yTitle: label }),
      ...h5pMetadata(said),
      contentType: library,
    },
  }
}
