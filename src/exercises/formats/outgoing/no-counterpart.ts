import type { ImportReason } from '../incoming/import-report.ts'

/** Kinds of other makers that nothing here comes close to, by the reason a teacher is given. */
const kinds: readonly (readonly [ImportReason, readonly string[]])[] = [
  ['speech', ['H5P.SpeakTheWords', 'H5P.SpeakTheWordsSet']],
  ['branching', ['H5P.BranchingScenario', 'H5P.GameMap', 'H5P.GoToSlide', 'H5P.IVHotspot']],
  [
    'views',
    [
      ...[
        'H5P.ThreeImage',
        'H5P.NDLAThreeImage',
        'H5P.ImageJuxtaposition',
        'H5P.ImageSlider',
        'H5P.Agamotto',
      ],
      ...['H5P.Collage', 'H5P.Chart', 'H5P.ImpressPresentation', 'H5P.AdventCalendar', 'H5P.InformationWall'],
      ...['H5P.Shape', 'H5P.Nil'],
    ],
  ],
  ['outside', ['H5P.IFrameEmbed', 'H5P.TwitterUserFeed', 'H5P.FacebookPageFeed', 'H5P.AppearIn']],
  ['media', ['H5P.Video', 'mediaInteraction']],
  [
    'notes',
    [
      ...['H5P.DocumentationTool', 'H5P.CornellNotes', 'H5P.GoalsPage', 'H5P.GoalsAssessmentPage'],
      ...['H5P.StandardPage', 'H5P.DocumentExportPage', 'H5P.StructureStrip', 'H5P.Portfolio'],
    ],
  ],
  ['computed', ['calculated', 'calculatedmulti', 'calculatedsimple', 'formulas', 'H5P.ArithmeticQuiz']],
  ['pool', ['random', 'randomsamatch']],
  ['rows', ['matrix', 'oumatrix']],
  ['matching', ['pmatch']],
  ['program', ['coderunner', 'stack', 'customInteraction', 'portableCustomInteraction']],
]
const reasons = new Map(kinds.flatMap(([reason, names]) => names.map((name) => [name, reason])))

/** Why a kind of another maker is not taken over. */
export function whyNot(kind: string): ImportReason {
  return reasons.get(kind) ?? 'unknown_type'
}
