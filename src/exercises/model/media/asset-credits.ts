import type { Translate } from '#platform/i18n/translate.ts'
import { licenseName, type Statement } from './asset-sources.ts'

/** What a licence is called. */
export function licenseText(t: Translate, said: Pick<Statement, 'license' | 'version'>): string {
  return licenseName(said) ?? t(`interactive-shop:sources.licenses.${said.license}`)
}

/** Title and author, as far as they are known. */
export function creditWords({ title, author }: Pick<Statement, 'title' | 'author'>): string {
  return [title, author].filter(Boolean).join(', ')
}

/** Where something comes from, in one line; its address as it is typed, because paper has no links. */
export function creditLine(t: Translate, said: Statement): string {
  return [creditWords(said), licenseText(t, said), said.source].filter(Boolean).join(' – ')
}
