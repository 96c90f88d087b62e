import type { World } from './world-codes.ts'

/** A named author of the demo catalogue. `since` is a date, YYYY-MM-DD. */
export type DemoAuthor = {
  key: string
  publicName: string
  subtitle: string
  description: string
  since: string
  /** Taxonomy subject ids the author mostly writes for. */
  subjects: string[]
}

export type DemoBuyer = { key: string; displayName: string }

export type DemoReview = { buyerKey: string; rating: 1 | 2 | 3 | 4 | 5; text: string; daysAgo: number }

/** One material of the demo catalogue; every id is a taxonomy id of its world, prices are in minor units. */
export type DemoMaterial = {
  key: string
  authorKey: string
  title: string
  /** 2-4 plain paragraphs separated by blank lines; lines starting with "- " are list items. */
  description: string
  subject: string
  grades: string[]
  schoolTypes: string[]
  learningYears?: string[]
  materialType: string
  /** Content language, e.g. "de" or "en". */
  language: string
  keywords: string[]
  /** 0 = free. EUR, in the world `en` GBP. */
  priceCents: number
  salePriceCents?: number
  /** Keys of the materials of the same world this bundle contains. */
  bundleOf?: string[]
  publishedDaysAgo: number
  reviews: DemoReview[]
  sheet: Sheet
}

export type DemoPost = {
  authorKey: string
  /** Part of the title of the own material it is about. */
  about: string
  title: string
  /** Markdown. */
  source: string
  daysAgo: number
  /** `by`: the place of a buyer among those of the world, or the author; `isReply`: answers the one before. */
  comments: { by: number | 'author'; text: string; daysAgo: number; isReply?: boolean }[]
}

export type DemoWorld = {
  world: World
  authors: DemoAuthor[]
  buyers: DemoBuyer[]
  materials: DemoMaterial[]
}

/** What the PDF of a material holds; rendered by `renderSheet`. */
export type Sheet = {
  /** The line under the title, e.g. "Mathematik · Klasse 6". */
  subtitle: string
  motif: Motif
  /** Posters and planners carry no line for name and date. */
  nameLine: boolean
  sections: Section[]
}

export type Motif =
  | 'maths'
  | 'fractions'
  | 'geometry'
  | 'clock'
  | 'letters'
  | 'book'
  | 'leaf'
  | 'water'
  | 'flask'
  | 'bolt'
  | 'globe'
  | 'column'
  | 'speech'
  | 'note'
  | 'palette'
  | 'heart'
  | 'screen'
  | 'stars'
  | 'key'
  | 'calendar'

/** `t` replaces the standing instruction of the family; `brk` starts a new page. */
type Common = { t?: string; brk?: boolean }

export type CalcKind =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'divr'
  | 'addgap'
  | 'mulgap'
  | 'mix'
  | 'order'
  | 'round'
  | 'compare'
  | 'double'
  | 'half'
  | 'seq'
  | 'decadd'
  | 'decsub'
  | 'decmul'
  | 'dec10'
  | 'pct'
  | 'pctrate'
  | 'pctbase'
  | 'negadd'
  | 'negmul'
  | 'eq1'
  | 'eq2'
  | 'eq3'
  | 'pow'
  | 'prime'
  | 'gcd'
  | 'lcm'
  | 'roman'
  | 'binary'
  | 'place'
  | 'neighbour'
  | 'length'
  | 'mass'
  | 'time'
  | 'volume'
  | 'simplify'
  | 'expand'
  | 'fcompare'
  | 'fadd'
  | 'fsub'
  | 'faddsame'
  | 'fmul'
  | 'fdiv'
  | 'fof'
  | 'mixed'
  | 'fdec'
  | 'fpct'
  | 'ohm'
  | 'speed'
  | 'expandterm'
  | 'linear'
  | 'powers10'
  | 'pyth'
  | 'quad'

export type DiagramKind =
  | 'water'
  | 'plant'
  | 'circuit'
  | 'states'
  | 'cell'
  | 'solar'
  | 'volcano'
  | 'atom'
  | 'tooth'
  | 'eye'
  | 'cereal'
  | 'computer'
  | 'layers'
  | 'compass'
export type PlannerKind =
  | 'week'
  | 'seating'
  | 'reading'
  | 'lines'
  | 'squares'
  | 'duties'
  | 'birthdays'
  | 'month'
  | 'marks'
  | 'talk'
  | 'goals'
  | 'staves'

export type Section = Common &
  (
    | {
        f: 'calc'
        g: CalcKind | CalcKind[]
        n: number
        lo?: number
        hi?: number
        m?: number[]
        pages?: number
      }
    | { f: 'written'; g: 'add' | 'sub' | 'mul'; n: number; digits: number; by?: number; pages?: number }
    | { f: 'shares'; n: number; shape: 'pie' | 'bar'; task: 'name' | 'colour'; pages?: number }
    | { f: 'clock'; n: number; step: 60 | 30 | 15 | 5 | 1; task: 'read' | 'draw'; pages?: number }
    | { f: 'figures'; n: number; shape: ('rect' | 'tri' | 'ell' | 'circle' | 'box')[]; pages?: number }
    | { f: 'angles'; n: number; pages?: number }
    | { f: 'coords'; n: number; quadrants: 1 | 4; task: 'read' | 'plot'; pages?: number }
    | { f: 'chart'; title: string; unit: string; bars: [string, number][]; ask?: [string, string][] }
    | { f: 'numberline'; n: number; from: number; to: number; parts: number; pages?: number }
    | { f: 'walls'; n: number; max: number; pages?: number }
    | { f: 'sudoku'; n: number; size: 4 | 6; pages?: number }
    | { f: 'money'; n: number; max: number; pages?: number }
    | { f: 'count'; n: number; max: number; pages?: number }
    | { f: 'trace'; n: number; pages?: number }
    | { f: 'mirror'; n: number; pages?: number }
    | { f: 'loop'; g: CalcKind; n: number; lo?: number; hi?: number; m?: number[] }
    | { f: 'riddle'; word: string; g: CalcKind; story: string; lo?: number; hi?: number; m?: number[] }
    | { f: 'problems'; items: [string, string][] }
    | { f: 'match'; pairs: [string, string][] }
    | { f: 'vocab'; pairs: [string, string][] }
    | { f: 'cards'; pairs: [string, string][] }
    | { f: 'cloze'; text: string }
    | { f: 'fill'; items: string[]; bank?: boolean }
    | { f: 'reading'; title: string; text: string }
    | { f: 'questions'; items: [string, string][] }
    | { f: 'mc'; items: [string, string, ...string[]][] }
    | { f: 'truefalse'; items: [string, boolean][] }
    | { f: 'sort'; groups: [string, string[]][] }
    | { f: 'conj'; persons: string[]; verbs: [string, string[]][] }
    | { f: 'search'; words: string[]; size?: number }
    | { f: 'cross'; items: [string, string][] }
    | { f: 'jumble'; words: string[] }
    | { f: 'steps'; items: string[] }
    | { f: 'timeline'; items: [string, string][] }
    | { f: 'table'; head: string[]; rows: string[][] }
    | { f: 'diagram'; d: DiagramKind; labels: string[] }
    | { f: 'map'; centre: string; nodes: string[] }
    | { f: 'write'; prompt: string; lines: number }
    | { f: 'checklist'; items: string[] }
    | { f: 'info'; title: string; lines: string[] }
    | { f: 'posterlines'; items: [string, string][] }
    | { f: 'planner'; p: PlannerKind; head?: string[]; rows?: string[]; pages?: number }
    | { f: 'certificate'; title: string; text: string }
    | { f: 'staff'; n: number; pages?: number }
    | { f: 'cipher'; shift: number; words: string[] }
    | { f: 'contents'; items: [string, string][] }
  )

export type SectionOf<F extends Section['f']> = Extract<Section, { f: F }>
