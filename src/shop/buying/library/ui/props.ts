import { fieldText } from '#kit/form/field-problems.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { folderTitleLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import { libraryMessages } from './messages.ts'
import type { LibraryUrls, Refused, Words } from './types.ts'

/** Whether there is nothing to list and nothing to arrange: also what is put away counts, and a search that finds nothing. */
export function ownsNothing({ items, query, folders, archivedIds }: Library): boolean {
  return items.length === 0 && query === '' && folders.length === 0 && archivedIds.length === 0
}

/** What the island speaks with in a world. */
export function libraryWords(t: Translate, world: LiveWorld, lang: string): Words {
  const library = url('bought-materials', { world })
  const urls: LibraryUrls = {
    library,
    play: url('interactive-play', { world, key: 'm1' }).slice(0, -1),
  }
  return { messages: libraryMessages(t), urls, lang }
}

/** A refused form of folders in the words the island shows it with; undefined: it was another one, or none. */
export function refusedForm(t: Translate, form: App.Locals['form']): Refused | undefined {
  const { intent = null, problem, values = {}, fields = {} } = form ?? {}
  if (!form || intent === null || !intents.has(intent)) return undefined
  const { title, parent_id } = fields
  const parentTexts: Record<string, string> = {
    too_long: t('cabinet-materials:folders.tooDeep'),
    invalid: t('cabinet-materials:folders.intoItself'),
  }
  return {
    intent,
    problem: problemText(),
    title: values.title ?? values['fields.title'] ?? '',
    parentId: values.parent_id ?? values['fields.parent_id'] ?? '0',
    titleError: title && fieldText(t, title, { kind: 'text', max: folderTitleLength }),
    parentError: parent_id && (parentTexts[parent_id] ?? fieldText(t, parent_id, { kind: 'select' })),
  }

  function problemText(): string | undefined {
    if (intent === 'move-materials' && problem === 'invalid_input')
      return t('cabinet-materials:library.nothingChosen')
    if (fields.type) return t('cabinet-materials:folders.tooMany')
    return problem === 'invalid_input' ? undefined : t(`errors:${problem}`)
  }
}

const intents: ReadonlySet<string> = new Set(['create-folder', 'change-folder', 'move-materials'])
