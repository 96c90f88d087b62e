import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { legalKeys } from '#shop/content/editorial/rules/contract.ts'
import { legalDifferences, legalVersions } from '#shop/content/editorial/server/service.ts'
import { acceptancesOf } from '#shop/people/identity/server/service.ts'

type Params = Readonly<Record<string, string>>

/**
 * The versions of a legal document, one of them to read, and two compared. Who has accepted an earlier one sees what changed since.
 * @throws ProductError not_found
 */
export async function loadLegalVersions(context: Context, params: Params, query: URLSearchParams) {
  const key = legalKeys.find((each) => each === params.document)
  if (key === undefined) throw new ProductError('not_found')
  const member = key === 'terms' ? memberOf(context) : undefined
  const [versions, acceptances] = await Promise.all([
    legalVersions(context, key),
    member === undefined ? [] : acceptancesOf(context.db, member.accountId),
  ])
  const inForce = context.articles.validFrom(context.world, key)
  const named = (name: string | null | undefined) => versions.find(({ validFrom }) => validFrom === name)
  const own = acceptances.filter(({ world }) => world === context.world)
  const acceptedAt = new Map(own.map(({ version, accepted_at }) => [version, accepted_at]))
  const to = named(query.get('to')) ?? named(inForce)
  const from = named(query.get('from')) ?? (query.has('to') ? undefined : named(own[0]?.version))
  const isCompared = from !== undefined && to !== undefined && from !== to
  return {
    key,
    title: context.articles.page(context.world, key)?.title ?? key,
    versions: versions.map(({ validFrom, state }) => ({
      ...{ validFrom, state },
      acceptedAt: acceptedAt.get(validFrom),
    })),
    shown: to && { validFrom: to.validFrom, html: htmlOf(context, key, to.source) },
    compared: isCompared
      ? { from: from.validFrom, to: to.validFrom, lines: legalDifferences(context, from, to) }
      : undefined,
  }
}

function htmlOf({ articles, world }: Context, key: (typeof legalKeys)[number], source: string): string {
  return articles.draft({ kind: 'info', world, key }, source).html
}
