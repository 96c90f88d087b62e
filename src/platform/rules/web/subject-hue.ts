/** Families of subjects: each has a colour and an icon. */
export const hues = [
  'language',
  'foreign',
  'numbers',
  'nature',
  'society',
  'arts',
  'body',
  'general',
] as const
export type Hue = (typeof hues)[number]

const patterns: readonly [Hue, RegExp][] = [
  ['numbers', /mathematics|algebra|geometry|computer|programming|digital|stem|engineering/],
  [
    'foreign',
    /english|french|spanish|italian|german|russian|latin|ancient|portuguese|regional|foreign|co-official/,
  ],
  ['nature', /biology|chemistry|physics|science|ecology|general-studies|technology|natural/],
  [
    'society',
    /history|geography|politic|social|econom|law|philosophy|ethics|religion|civics|pshe|citizenship|sociology|geopolitics|humanities/,
  ],
  ['arts', /art|music|theatre|drama|drawing|crafts|visual|design|media|clil/],
  ['body', /sport|physical|health|food|home-economics/],
  ['language', /native-language|second-language|literature|phonics/],
]

/** The colour and icon family of a subject, by its taxonomy id ('de-native-language'). Never colour alone: see look. */
export function hueOf(subjectId: string): Hue {
  const concept = subjectId.replace(/^[a-z]{2}-/, '')
  if (/native-language|second-language/.test(concept)) return 'language'
  return patterns.find(([, pattern]) => pattern.test(concept))?.[0] ?? 'general'
}

/** The icon of such a family in /icons.svg. */
export function hueIcon(hue: Hue): Exclude<Hue, 'foreign'> | 'globe' {
  return hue === 'foreign' ? 'globe' : hue
}
