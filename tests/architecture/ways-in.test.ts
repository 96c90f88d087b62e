import { describe, expect, test } from 'vitest'
import { actions } from '#features'
import { type AnyAction, callsOf, formsOf } from '#platform/http/access/action.ts'
import { type Permission, type PermissionName, permissions } from '#platform/permissions.ts'

/*
 * A use case is one action with two ways in, calls of the API and forms. Where it has names of its own for each, the reason stands
 * here, and both ask for the same permission and count against the same limit: nobody gets by the one what the other refuses.
 */

interface Pair {
  forms: readonly PermissionName[]
  calls: readonly PermissionName[]
  why: string
  /** Why they do not count against one limit. */
  otherRate?: string
}

const pairs: readonly Pair[] = [
  {
    forms: ['listing.save'],
    calls: ['listing.keep-draft', 'listing.take-from-bundle'],
    why: 'Its files are read while they come in and stored with the fields as one; calls change fields (listing.edit), and send files and take parts out one by one.',
    otherRate: 'A form with files counts as an upload.',
  },
  {
    forms: ['room.answer-page'],
    calls: ['room.answer'],
    why: 'The page is the whole sheet, counted here, and handed in after a yes; a device sends each answer as it is given, under its own count, and hears what became of it.',
  },
]

/** One way in is all there is. */
const alone: readonly { names: readonly PermissionName[]; why: string }[] = [
  {
    names: [
      'account.complete',
      'account.keep',
      'newsletter.confirm',
      'review.by-link',
      'review.delete-by-link',
    ],
    why: 'The link of a mail leads to a page.',
  },
  {
    names: ['session.second-step'],
    why: 'The second page of the login; a call of session.authenticate brings its code along.',
  },
  {
    names: ['listing.apply-import'],
    why: 'The second step of the page, which shows what a table would change; a call sends the file again, without dryRun.',
  },
  {
    names: ['newsletter.join'],
    why: 'In the account a switch of all kinds of mail does it (mails.setting), which an event tells the newsletter.',
  },
  {
    names: ['newsletter.test', 'newsletter.send', 'newsletter.stop'],
    why: 'A letter to everybody is sent by an editor who sees it.',
  },
  {
    names: ['ticket.reply', 'ticket.end'],
    why: 'The link of a mail leads to a page.',
  },
  {
    names: ['ticket.answer', 'ticket.change', 'ticket.save-answer', 'ticket.delete-answer'],
    why: 'Who answers sees what was asked.',
  },
  { names: ['session.passkey'], why: 'A passkey is asked for by a script.' },
  { names: ['session.revoke'], why: 'A program gives its own token back; members end programs by a form.' },
  {
    names: ['order.country', 'room.leave-place', 'room.resume-place'],
    why: 'It is a cookie of this browser.',
  },
  { names: ['room.find'], why: 'Only leads to the address of the room, which a program makes of the code.' },
  { names: ['profile.trader'], why: "The trader's own word, given where its wording stands." },
  {
    names: [
      ...(['profile.remove-avatar', 'profile.section-add', 'profile.section-save'] as const),
      ...(['profile.section-up', 'profile.section-down', 'profile.section-delete'] as const),
    ],
    why: 'Part of arranging the own page; the specification has no call for it.',
  },
  { names: ['account.invite', 'order.refund'], why: 'Operators do it by programs.' },
  { names: ['follow.persist'], why: 'Logging in does it by itself, by a form as by a call.' },
  { names: ['folder.bring-back'], why: 'Undo of a script, which knows what was there.' },
  { names: ['review.not-helpful', 'review.delete-reply'], why: 'Pages do not offer to take it back.' },
]

interface WayIn {
  name: string
  way: 'form' | 'call'
}

/** What changes something and has one way in; what is only read has a loader on its page. */
function oneWay(action: AnyAction): WayIn[] {
  const { name, rate } = action
  const calls = callsOf(action)
  const hasForm = formsOf(action).length > 0
  if (calls.length > 0 === hasForm) return []
  const isReading = calls.some(({ method }) => method === 'get') || rate === 'read' || rate === 'search'
  return hasForm ? [{ name, way: 'form' }] : isReading ? [] : [{ name, way: 'call' }]
}

const nounOf = ({ name }: WayIn) => name.slice(0, name.indexOf('.'))

/** Forms whose noun has calls of other names, and those calls: perhaps one use case under two names. */
function unlisted(ways: readonly WayIn[], listed: ReadonlySet<string>): string[] {
  const nounsOf = (way: WayIn['way']) => new Set(ways.filter((each) => each.way === way).map(nounOf))
  const [forms, calls] = [nounsOf('form'), nounsOf('call')]
  return ways
    .filter((each) => forms.has(nounOf(each)) && calls.has(nounOf(each)) && !listed.has(each.name))
    .map(({ name }) => name)
}

/** Whom several actions let in together, and what all of them ask for beside that. */
function together(names: readonly PermissionName[], table: Readonly<Record<string, Permission>>) {
  const rows = names.flatMap((name) => table[name] ?? [])
  const who = new Set(rows.flatMap((row) => row.who))
  const asked = new Set(rows.map(({ who: _, ...rest }) => JSON.stringify(Object.entries(rest).sort())))
  return { who: who.has('anyone') ? ['anyone'] : [...who].sort(), asked: [...asked].sort() }
}

const ways = actions.flatMap(oneWay)
const listed = [
  ...pairs.flatMap(({ forms, calls }) => [...forms, ...calls]),
  ...alone.flatMap(({ names }) => names),
]

describe('forms and calls', () => {
  test('that share a noun and not their name are listed', () => {
    expect(ways.length).toBeGreaterThan(50)
    expect(unlisted(ways, new Set(listed))).toEqual([])
  })

  test('are listed once, as the way in they are', () => {
    const known = (way: WayIn['way']) => ways.filter((each) => each.way === way).map(({ name }) => name)
    expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
    expect(pairs.flatMap(({ forms }) => forms).filter((name) => !known('form').includes(name))).toEqual([])
    expect(pairs.flatMap(({ calls }) => calls).filter((name) => !known('call').includes(name))).toEqual([])
    expect(listed.filter((name) => !ways.some((each) => each.name === name))).toEqual([])
  })

  test.each(pairs)('of one use case let in the same people: $forms', ({ forms, calls }) => {
    const asked = together(forms, permissions)
    expect(asked).toEqual(together(calls, permissions))
    expect(asked.asked).toHaveLength(1)
  })

  test.each(pairs)('of one use case count against one limit: $forms', ({ forms, calls, otherRate }) => {
    const rates = new Set(
      actions.filter(({ name }) => [...forms, ...calls].includes(name)).map(({ rate }) => rate),
    )
    expect(rates.size > 1).toBe(otherRate !== undefined)
  })
})

describe('what drifts is found', () => {
  const call = { name: 'room.answer', way: 'call' } as const

  test('a new form that begins like a call', () => {
    const form = { name: 'room.answer-later', way: 'form' } as const
    expect(unlisted([call, form], new Set(['room.answer']))).toEqual(['room.answer-later'])
    expect(unlisted([call, { ...form, name: 'unit.answer' }], new Set())).toEqual([])
  })

  test('a form that lets in more, or asks for less', () => {
    const table: Record<string, Permission> = {
      'unit.publish': { who: ['member'], terms: 'required' },
      'unit.change': { who: ['seller'], terms: 'required' },
      'unit.write': { who: ['member'], terms: 'skipped' },
    }
    expect(together(['unit.publish'], table)).not.toEqual(together(['unit.change'], table))
    expect(together(['unit.publish'], table)).not.toEqual(together(['unit.write'], table))
    expect(together(['unit.publish', 'unit.write'], table).asked).toHaveLength(2)
  })
})
