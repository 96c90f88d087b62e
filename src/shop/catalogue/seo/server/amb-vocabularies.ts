/**
 * Controlled vocabularies of the German AMB profile (https://w3id.org/kim/amb). What has no fitting entry is left out
 * of `id`s: a wrong concept is worse than none.
 */

/** https://w3id.org/kim/schulfaecher/, by our subject concepts. */
export const schoolSubjects: Readonly<Record<string, string>> = {
  'ancient-greek': 's1000',
  biology: 's1001',
  chemistry: 's1002',
  chinese: 's1003',
  theatre: 's1004',
  german: 's1005',
  'second-language-instruction': 's1006',
  english: 's1007',
  ethics: 's1008',
  french: 's1009',
  geography: 's1010',
  history: 's1011',
  health: 's1012',
  'computer-science': 's1013',
  italian: 's1014',
  art: 's1015',
  latin: 's1016',
  mathematics: 's1017',
  science: 's1019',
  music: 's1020',
  philosophy: 's1021',
  physics: 's1022',
  politics: 's1023',
  'religion-protestant': 's1024',
  'religion-islam': 's1025',
  'religion-catholic': 's1026',
  russian: 's1027',
  'general-studies': 's1028',
  spanish: 's1030',
  sports: 's1031',
  turkish: 's1032',
  economics: 's1033',
}

/** What "the native language" of a world is taught as. */
export const nativeLanguages: Readonly<Record<string, string>> = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  en: 'english',
}

/** https://w3id.org/kim/hcrt/, by our material types. */
export const resourceTypes: Readonly<Record<string, string>> = {
  worksheet: 'worksheet',
  workbook: 'worksheet',
  test: 'assessment',
  'lesson-plan': 'lesson_plan',
  unit: 'lesson_plan',
  flashcards: 'drill_and_practice',
  game: 'educational_game',
  'escape-game': 'educational_game',
  stations: 'worksheet',
  'task-cards': 'drill_and_practice',
  presentation: 'slide',
  poster: 'image',
  lapbook: 'worksheet',
  'reading-text': 'text',
  project: 'worksheet',
  template: 'worksheet',
  clipart: 'image',
  coloring: 'image',
  interactive: 'drill_and_practice',
  quiz: 'assessment',
  audio: 'audio',
  video: 'video',
}

/** https://w3id.org/kim/educationalLevel/level_{n} counts as ISCED does; '3-5' is 3, 4 and 5. */
export function educationalLevels(isced: string): number[] {
  const [from = Number.NaN, to = from] = isced.split('-').map(Number)
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > 5) return []
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}
