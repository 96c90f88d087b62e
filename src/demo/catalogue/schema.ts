import { z } from 'zod'

/** What stands in the YAML files of the catalogue. Unknown fields are refused, so that a slip shows at the first read. */
const text = z.string().min(1)
const pair = z.tuple([text, text])
const pairs = z.array(pair)
const count = z.int().positive()
const pages = count.optional()

/** Words separated by spaces, or by commas. */
const words = text.transform((value) => value.split(' '))
const commaList = text.transform((value) => value.split(',').map((word) => word.trim()))

const motif = z.enum([
  ...([
    'maths',
    'fractions',
    'geometry',
    'clock',
    'letters',
    'book',
    'leaf',
    'water',
    'flask',
    'bolt',
  ] as const),
  ...([
    'globe',
    'column',
    'speech',
    'note',
    'palette',
    'heart',
    'screen',
    'stars',
    'key',
    'calendar',
  ] as const),
])

const calcKind = z.enum([
  ...(['add', 'sub', 'mul', 'div', 'divr', 'addgap', 'mulgap', 'mix', 'order', 'round', 'compare'] as const),
  ...(['double', 'half', 'seq', 'decadd', 'decsub', 'decmul', 'dec10', 'pct', 'pctrate', 'pctbase'] as const),
  ...(['negadd', 'negmul', 'eq1', 'eq2', 'eq3', 'pow', 'prime', 'gcd', 'lcm', 'roman', 'binary'] as const),
  ...(['place', 'neighbour', 'length', 'mass', 'time', 'volume', 'simplify', 'expand', 'fcompare'] as const),
  ...(['fadd', 'fsub', 'faddsame', 'fmul', 'fdiv', 'fof', 'mixed', 'fdec', 'fpct', 'ohm', 'speed'] as const),
  ...(['expandterm', 'linear', 'powers10', 'pyth', 'quad'] as const),
])

const diagramKind = z.enum([
  ...(['water', 'plant', 'circuit', 'states', 'cell', 'solar', 'volcano', 'atom'] as const),
  ...(['tooth', 'eye', 'cereal', 'computer', 'layers', 'compass'] as const),
])

const plannerKind = z.enum([
  ...(['week', 'seating', 'reading', 'lines', 'squares', 'duties', 'birthdays'] as const),
  ...(['month', 'marks', 'talk', 'goals', 'staves'] as const),
])

/** `t` replaces the standing instruction of the family; `brk` starts a new page. */
const common = { t: text.optional(), brk: z.boolean().optional() }

function family<const F extends string, S extends z.core.$ZodLooseShape>(f: F, shape: S) {
  return z.strictObject({ f: z.literal(f), ...shape, ...common })
}

/** Limits of the numbers: the least, the most, and the rows of the tables that are asked. */
const numbers = { lo: z.int().optional(), hi: z.int().optional(), m: z.array(z.int()).optional() }

export const sectionSchema = z.discriminatedUnion('f', [
  family('calc', { g: z.union([calcKind, z.array(calcKind)]), n: count, ...numbers, pages }),
  family('written', {
    g: z.enum(['add', 'sub', 'mul']),
    n: count,
    digits: count,
    by: count.optional(),
    pages,
  }),
  family('shares', { n: count, shape: z.enum(['pie', 'bar']), task: z.enum(['name', 'colour']), pages }),
  family('clock', { n: count, step: z.literal([60, 30, 15, 5, 1]), task: z.enum(['read', 'draw']), pages }),
  family('figures', { n: count, shape: z.array(z.enum(['rect', 'tri', 'ell', 'circle', 'box'])), pages }),
  family('angles', { n: count, pages }),
  family('coords', { n: count, quadrants: z.literal([1, 4]), task: z.enum(['read', 'plot']), pages }),
  family('chart', {
    title: text,
    unit: text,
    bars: z.array(z.tuple([text, z.number()])),
    ask: pairs.optional(),
  }),
  family('numberline', { n: count, from: z.int(), to: z.int(), parts: count, pages }),
  family('walls', { n: count, max: count, pages }),
  family('sudoku', { n: count, size: z.literal([4, 6]), pages }),
  family('money', { n: count, max: count, pages }),
  family('count', { n: count, max: count, pages }),
  family('trace', { n: count, pages }),
  family('mirror', { n: count, pages }),
  family('loop', { g: calcKind, n: count, ...numbers }),
  family('riddle', { word: text, g: calcKind, story: text, ...numbers }),
  family('problems', { items: pairs }),
  family('match', { pairs }),
  family('vocab', { pairs }),
  family('cards', { pairs }),
  family('cloze', { text }),
  family('fill', { items: z.array(text), bank: z.boolean().optional() }),
  family('reading', { title: text, text }),
  family('questions', { items: pairs }),
  family('mc', { items: z.array(z.tuple([text, text], text)) }),
  family('truefalse', { items: z.array(z.tuple([text, z.boolean()])) }),
  family('sort', { groups: z.array(z.tuple([text, z.array(text)])) }),
  family('conj', { persons: z.array(text), verbs: z.array(z.tuple([text, z.array(text)])) }),
  family('search', { words: z.array(text), size: count.optional() }),
  family('cross', { items: pairs }),
  family('jumble', { words: z.array(text) }),
  family('steps', { items: z.array(text) }),
  family('timeline', { items: pairs }),
  family('table', { head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  family('diagram', { d: diagramKind, labels: z.array(text) }),
  family('map', { centre: text, nodes: z.array(text) }),
  family('write', { prompt: text, lines: count }),
  family('checklist', { items: z.array(text) }),
  family('info', { title: text, lines: z.array(text) }),
  family('posterlines', { items: pairs }),
  family('planner', {
    p: plannerKind,
    head: z.array(z.string()).optional(),
    rows: z.array(z.string()).optional(),
    pages,
  }),
  family('certificate', { title: text, text }),
  family('staff', { n: count, pages }),
  family('cipher', { shift: z.int(), words: z.array(text) }),
  family('contents', { items: pairs }),
])

const kind = {
  /** Short name of a subject of the world. */
  subject: text,
  type: text,
  /** Minor units; 0 is free. */
  price: z.int().nonnegative(),
  /** Where it is not that of the subject. */
  motif: motif.optional(),
  sections: z.array(sectionSchema).min(1),
}

const material = z.strictObject({
  key: text,
  ...kind,
  grades: words,
  title: text,
  text,
  keywords: commaList,
})

/** Sets of exercises the worlds share, by name: `sets.yaml`. */
export const setsSchema = z.record(text, z.strictObject(kind))
type Sets = z.infer<typeof setsSchema>

/** `materials.yaml` of a world. A material that names a `set` is like it but for what it says itself. */
export function materialsSchema(sets: Sets) {
  const named = z.looseObject({ set: text.optional() }).transform(({ set, ...own }, context) => {
    if (set === undefined) return own
    if (!Object.hasOwn(sets, set)) context.addIssue(`there is no set ${set}`)
    return { key: set, ...sets[set], ...own }
  })
  return z.strictObject({
    materials: z.array(named.pipe(material)),
    bundles: z.array(z.strictObject({ key: text, title: text, text, materials: words })),
  })
}

/** `world.yaml`: who there is, what the subjects and grades are called, what people say. */
export const worldSchema = z.strictObject({
  language: text,
  /** By short name; the content's language and the types of school where they are not those of the world and the grade. */
  subjects: z.record(
    text,
    z.strictObject({
      id: text,
      name: text,
      motif,
      language: text.optional(),
      schoolTypes: z.array(text).optional(),
    }),
  ),
  grades: z.record(text, z.strictObject({ label: text, schoolTypes: z.array(text) })),
  /** The first is the seller of the cast. */
  authors: z.array(z.strictObject({ name: text, subtitle: text, description: text, subjects: words })),
  buyers: z.array(text),
  /** What descriptions end with and reviews are made of. */
  texts: z.strictObject({
    contains: text,
    closing: z.array(text),
    closingKey: text,
    praise: z.array(text),
    detail: z.array(text),
    mild: z.array(text),
  }),
  words: z.strictObject({
    /** Shop sections: free to try, what buyers like best, ready for tomorrow. */
    sections: z.tuple([text, text, text]),
    versionNotes: z.array(text),
    replies: z.array(text),
    questions: z.array(z.strictObject({ text, answer: text })),
    /** Of a trader; the last line names the country. */
    addresses: z.tuple([text, text]),
    savedSearches: z.array(z.strictObject({ name: text, params: text, wantsMail: z.boolean() })).optional(),
  }),
})

/** `posts.yaml`. */
export const postsSchema = z.array(
  z.strictObject({
    authorKey: text,
    /** Part of the title of the own material it is about. */
    about: text,
    title: text,
    /** Markdown. */
    source: text,
    daysAgo: count,
    /** `by`: the place of a buyer among those of the world, or the author; `isReply`: answers the one before. */
    comments: z.array(
      z.strictObject({
        by: z.union([z.int().nonnegative(), z.literal('author')]),
        text,
        daysAgo: count,
        isReply: z.boolean().optional(),
      }),
    ),
  }),
)

export type Section = z.infer<typeof sectionSchema>
export type Motif = z.infer<typeof motif>
export type CalcKind = z.infer<typeof calcKind>
export type DiagramKind = z.infer<typeof diagramKind>
export type PlannerKind = z.infer<typeof plannerKind>
export type DemoPost = z.infer<typeof postsSchema>[number]
export type WorldFile = z.infer<typeof worldSchema>
export type MaterialsFile = z.infer<ReturnType<typeof materialsSchema>>
