import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { lazy } from '#platform/rules/lazy.ts'
import { flatten, type Messages, readMessages } from './messages.ts'
import { unbroken } from './unbroken.ts'

export type Vars = Readonly<Record<string, string | number>>

/** Texts by `namespace:key.path`; `count` among the variables chooses the plural form. */
export type Translate = (key: string, vars?: Vars) => string

export interface TranslationOptions {
  messages: Messages
  /** Called for a key that has no text; what it returns is shown. */
  onMissing: (key: string, world: LiveWorld) => string
}

/** Makes a `t` for every live world. There is no fallback language: a gap is an error, not German text. */
export function createTranslations({
  messages,
  onMissing,
}: TranslationOptions): ReadonlyMap<LiveWorld, Translate> {
  // Keys are the same in every world: they stand here lazy, texts in lists by these places.
  const places = new Map<string, number>()
  return new Map(
    liveWorlds().map(({ world, lang }) => {
      const texts = textsOf(messages, world, places).map((text) => text && unbroken(text, lang))
      const textAt = (key: string) => texts[places.get(key) ?? -1]
      const plurals = new Intl.PluralRules(lang)
      function translate(key: string, vars?: Vars): string {
        const count = vars?.count
        const form = typeof count === 'number' ? textAt(`${key}_${plurals.select(count)}`) : undefined
        const text = form ?? textAt(key)
        if (text === undefined) return onMissing(key, world)
        return text.includes('{{') ? fillIn(text, vars ?? {}) : text
      }
      return [world, translate]
    }),
  )
}

/** Every text of a world at the place of its whole key, which gets one if it has none; an empty text is a gap. */
function textsOf(
  messages: Messages,
  world: LiveWorld,
  places: Map<string, number>,
): readonly (string | undefined)[] {
  const found: [place: number, text: string][] = []
  for (const [namespace, tree] of Object.entries(messages.get(world) ?? {}))
    for (const [key, text] of flatten(tree)) {
      if (text === '') continue
      const whole = `${namespace}:${key}`
      const place = places.get(whole) ?? places.size
      places.set(whole, place)
      found.push([place, text])
    }
  const texts = new Array<string | undefined>(places.size).fill(undefined)
  for (const [place, text] of found) texts[place] = text
  return texts
}

function fillIn(text: string, vars: Vars): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name] ?? ''))
}

function reportMissing(key: string, world: LiveWorld): string {
  if (process.env.NODE_ENV !== 'production') throw new Error(`No text for "${key}" in world "${world}"`)
  console.error(JSON.stringify({ level: 'error', msg: 'missing translation', key, world }))
  return key
}

const sharedTranslations = lazy(() =>
  createTranslations({ messages: readMessages(), onMissing: reportMissing }),
)

/**
 * The `t` of a world. Locale files are read lazy per process, at the first call.
 * A missing key throws outside production; in production it is logged and the key is shown.
 */
export function translator(world: LiveWorld): Translate {
  const translate = sharedTranslations().get(world)
  if (!translate) throw new RangeError(`World "${world}" is not live`)
  return translate
}
