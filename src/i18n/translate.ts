import { createInstance } from 'i18next'
import { type LiveWorld, liveWorlds, worldOf } from '#routing/worlds.ts'
import { flatten, type Messages, readMessages } from './messages.ts'

export type Vars = Readonly<Record<string, string | number>>

/** Texts by `namespace:key.path`; `count` among the variables chooses the plural form. */
export type Translate = (key: string, vars?: Vars) => string

export interface TranslationOptions {
  messages: Messages
  /** Called for a key that has no text; what it returns is shown. */
  onMissing: (key: string, world: LiveWorld) => string
}

/**
 * Makes a `t` for every live world over one i18next instance. The instance is only read (`getFixedT`): a language set
 * on it would leak from one request into another. There is no fallback language: a gap is an error, not German text.
 */
export function createTranslations(options: TranslationOptions): ReadonlyMap<LiveWorld, Translate> {
  const { messages, onMissing } = options
  const engine = createInstance()
  engine.init({
    initAsync: false,
    resources: Object.fromEntries(
      liveWorlds().map(({ world, lang }) => [lang, messages.get(world) ?? {}]),
    ) as Record<string, Record<string, Record<string, unknown>>>,
    ns: Object.keys(messages.get('de') ?? {}),
    supportedLngs: liveWorlds().map(({ lang }) => lang),
    load: 'currentOnly',
    fallbackLng: false,
    keySeparator: '.',
    nsSeparator: ':',
    returnNull: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
  })
  return new Map(
    liveWorlds().map(({ world }) => {
      const { lang } = worldOf(world)
      const fixed = engine.getFixedT(lang)
      const find = quickTexts(messages, world, new Intl.PluralRules(lang))
      function translate(key: string, vars?: Vars): string {
        const text = find(key, vars)
        if (text !== undefined) return text
        const found: unknown = fixed(key, { ...vars, defaultValue: '' })
        return typeof found === 'string' && found !== '' ? found : onMissing(key, world)
      }
      return [world, translate]
    }),
  )
}

/**
 * Answers what needs no more than a look-up, a plural form and variables, five to nine times faster than the engine (measured): a
 * page with 24 cards asks a hundred times. Undefined for everything else, which is then the engine's.
 */
function quickTexts(
  messages: Messages,
  world: LiveWorld,
  plurals: Intl.PluralRules,
): (key: string, vars?: Vars) => string | undefined {
  const texts: ReadonlyMap<string, string> = new Map(
    Object.entries(messages.get(world) ?? {}).flatMap(([namespace, tree]) =>
      flatten(tree)
        .filter(([, text]) => text !== '' && !needsEngine.test(text))
        .map(([key, text]): [string, string] => [`${namespace}:${key}`, text]),
    ),
  )
  return (key, vars) => {
    if (vars === undefined) {
      const text = texts.get(key)
      return text?.includes('{{') ? undefined : text
    }
    const { context, count } = vars
    if (context !== undefined) return undefined
    if (count === 0 && texts.has(`${key}_zero`)) return undefined
    const form = typeof count === 'number' ? texts.get(`${key}_${plurals.select(count)}`) : undefined
    const text = form ?? texts.get(key)
    return text === undefined ? undefined : fillIn(text, vars)
  }
}

/** Nesting, and anything in braces that is not a bare variable name. */
const needsEngine = /\$t\(|\{\{(?!\w+\}\})/

function fillIn(text: string, vars: Vars): string | undefined {
  let isComplete = true
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = vars[name]
    if (value === undefined) isComplete = false
    return String(value)
  })
  return isComplete ? filled : undefined
}

function reportMissing(key: string, world: LiveWorld): string {
  if (process.env.NODE_ENV !== 'production') throw new Error(`No text for "${key}" in world "${world}"`)
  console.error(JSON.stringify({ level: 'error', msg: 'missing translation', key, world }))
  return key
}

const sharedTranslations = once(() =>
  createTranslations({ messages: readMessages(), onMissing: reportMissing }),
)

/**
 * The `t` of a world. Locale files are read once per process, at the first call.
 * A missing key throws outside production; in production it is logged and the key is shown.
 */
export function translator(world: LiveWorld): Translate {
  const translate = sharedTranslations().get(world)
  if (!translate) throw new RangeError(`World "${world}" is not live`)
  return translate
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
