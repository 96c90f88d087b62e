import type { Deps } from '#platform/context/context.ts'
import type { TextName } from '../../rules/contract.ts'
import type { LetterText } from '../letter-text.ts'
import { fieldsOf } from './source.ts'

/** A source as the mail its readers get. @throws RangeError for a link that leads nowhere */
export function letterOf(
  { articles, env }: Pick<Deps, 'articles' | 'env'>,
  name: TextName,
  source: string,
): LetterText & { title: string } {
  return { title: fieldsOf(source).title ?? '', ...articles.letter(name, source, env.siteUrl) }
}
