import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccounts } from '#shop/people/privacy/server/erasing.ts'
import { maxMasters, proofCode } from '#shop/schools/schools/rules/contract.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/* Founding a school, proving it, inviting colleagues, and who decides where nothing proves it. */

let app: TestApp
let desk: Person
let serial = 0

beforeAll(async () => {
  app = await openTestApp()
  desk = await member(app, 'school-desk', { role: 'support' })
})
afterAll(() => app.close())

const teacher = () => {
  serial += 1
  return member(app, `founder-${serial}`)
}
const facts = (own: Record<string, string> = {}) => ({
  ...{ name: `Lindenschule ${serial}`, street: 'Am Anger 3', zip: '04103', town: 'Leipzig' },
  ...{ officialNumber: '', website: 'https://www.linden.schule.example/start' },
  ...own,
})
const found = (person: Person, own?: Record<string, string>) =>
  person.client.api('POST', '/v1/schools?world=de', facts(own))
const place = async (person: Person) =>
  (await person.client.api('GET', '/v1/school/place?world=de')).json<Place>()
interface Place {
  role: string
  isVerified: boolean
  state: string
  reason: string
}
const mailsTo = async (recipient: string) =>
  await app.deps.db.selectFrom('mail').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

async function codeSentTo(recipient: string): Promise<string> {
  const [mail] = (await mailsTo(recipient)).slice(-1)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}
const sendCode = (person: Person, email: string) =>
  person.client.api('POST', '/v1/school/code?world=de', { email })
const enter = (person: Person, code: string) => person.client.api('PUT', '/v1/school/code?world=de', { code })

/** A school that is proven, and who looks after it. */
async function provenSchool(): Promise<Person> {
  const master = await teacher()
  await found(master, { website: `schule-${serial}.example` })
  await sendCode(master, `buero@schule-${serial}.example`)
  await enter(master, await codeSentTo(`buero@schule-${serial}.example`))
  return master
}

/** The last invitation a colleague got. */
async function invitationOf(recipient: string): Promise<string> {
  const [mail] = (await mailsTo(recipient)).slice(-1)
  return /schuleinladung\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('founding', () => {
  test('makes the founder its master, who is not verified before the school is', async () => {
    const master = await teacher()
    expect((await found(master)).status).toBe(201)
    expect(await place(master)).toMatchObject({ role: 'master', isVerified: false, state: 'pending' })
    expect((await found(master)).status).toBe(409)
  })

  test('a school with the same official number is joined, not founded twice, however it is written', async () => {
    const [first, second] = [await teacher(), await teacher()]
    await found(first, { officialNumber: '04.a-12' })
    const refused = await found(second, { officialNumber: '04A12' })
    expect([refused.status, refused.json()]).toMatchObject([409, { error: { code: 'school_exists' } }])
    const hits = await second.client.api('GET', '/v1/schools?world=de&q=04a12')
    const { schools } = hits.json<{ schools: { id: number }[] }>()
    expect(schools).toHaveLength(1)
    const asked = await second.client.api('POST', '/v1/school/requests?world=de', {
      schoolId: schools[0]?.id,
    })
    expect(asked.status).toBe(200)
    expect(await place(second)).toMatchObject({ role: 'member', isVerified: false })
  })

  test('names the number and the site that cannot be', async () => {
    const person = await teacher()
    const number = await found(person, { officialNumber: 'Schule 7' })
    expect(number.json()).toMatchObject({ error: { fields: { officialNumber: 'invalid' } } })
    const site = await found(person, { website: 'https://lindеn.example' })
    expect(site.json()).toMatchObject({ error: { fields: { website: 'invalid' } } })
  })

  test('two who found the same school at once are one founder and one who is told', async () => {
    const people = [await teacher(), await teacher()]
    const answers = await Promise.all(people.map((person) => found(person, { officialNumber: '778899' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('the mail of the school', () => {
  test('proves it: the master is verified, and the school counts', async () => {
    const master = await provenSchool()
    expect(await place(master)).toMatchObject({ role: 'master', isVerified: true, state: 'verified' })
    expect((await mailsTo(master.email)).map(({ template }) => template)).toContain('school-verified')
  })

  test('is none of a free provider, and none of another domain', async () => {
    const master = await teacher()
    await found(master, { website: 'www.eichen.example' })
    for (const email of ['eichen@gmail.com', 'buero@eichen.example.org', 'buero@xeichen.example']) {
      const answer = await sendCode(master, email)
      expect([answer.status, answer.json()]).toMatchObject([
        422,
        { error: { fields: { email: 'forbidden' } } },
      ])
    }
    expect((await sendCode(master, 'buero@post.eichen.example')).status).toBe(200)
  })

  test('a code has so many tries and so many minutes; the one before works no more', async () => {
    const master = await teacher()
    await found(master, { website: 'buchen.example' })
    await sendCode(master, 'a@buchen.example')
    const old = await codeSentTo('a@buchen.example')
    await sendCode(master, 'a@buchen.example')
    const code = await codeSentTo('a@buchen.example')
    const wrong = code === '000000' ? '111111' : '000000'
    if (old !== code) expect((await enter(master, old)).status).toBe(422)
    for (let tries = old === code ? 0 : 1; tries < proofCode.tries; tries += 1)
      expect((await enter(master, wrong)).status).toBe(422)
    expect((await enter(master, code)).status).toBe(410)
    await sendCode(master, 'a@buchen.example')
    await app.deps.db.updateTable('school_proof').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await enter(master, await codeSentTo('a@buchen.example'))).status).toBe(410)
    expect((await place(master)).state).toBe('pending')
  })
})

describe('invitations', () => {
  test('who comes with the invited address is verified, who got it passed on is not', async () => {
    const master = await provenSchool()
    const [invited, other] = [await teacher(), await teacher()]
    const report = await master.client.api('POST', '/v1/school/invitations?world=de', {
      emails: `${invited.email}; ${other.email}\nname;kein@ \n"${invited.email}"`,
    })
    expect(report.json()).toEqual({ sent: 2, again: [], wrong: ['kein@'] })
    const token = await invitationOf(invited.email)
    const passedOn = await invitationOf(other.email)
    const accept = (person: Person, secret: string) =>
      person.client.api('POST', '/v1/school/place?world=de', { token: secret })
    expect((await accept(invited, token)).status).toBe(200)
    expect((await accept(other, token)).status).toBe(410)
    const stranger = await teacher()
    expect((await accept(stranger, passedOn)).status).toBe(200)
    expect(await place(invited)).toMatchObject({ role: 'member', isVerified: true })
    expect(await place(stranger)).toMatchObject({ role: 'member', isVerified: false })
  })

  test('an address is invited once while its invitation works', async () => {
    const master = await provenSchool()
    const emails = 'frau.dachs@linden.example'
    const send = () => master.client.api('POST', '/v1/school/invitations?world=de', { emails })
    expect((await send()).json()).toMatchObject({ sent: 1 })
    expect((await send()).json()).toEqual({ sent: 0, again: [emails], wrong: [] })
    await app.deps.db.updateTable('school_invitation').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await send()).json()).toMatchObject({ sent: 1 })
  })
})

describe('who looks after a school', () => {
  test('hands it over: at most three masters, never none', async () => {
    const master = await provenSchool()
    const [first] = [await teacher()]
    await master.client.api('POST', '/v1/school/invitations?world=de', { emails: first.email })
    await first.client.api('POST', '/v1/school/place?world=de', { token: await invitationOf(first.email) })
    expect((await master.client.api('DELETE', '/v1/school/masters?world=de')).status).toBe(409)
    const raised = await master.client.api('PUT', `/v1/school/masters/${first.id}?world=de`)
    expect(raised.status).toBe(200)
    expect((await master.client.api('DELETE', '/v1/school/masters?world=de')).status).toBe(200)
    expect([await place(master), await place(first)]).toMatchObject([{ role: 'member' }, { role: 'master' }])
    expect(maxMasters).toBe(3)
  })
})

describe('the desk', () => {
  test('verifies, rejects and suspends with a reason the master reads', async () => {
    const master = await teacher()
    const { id } = (await found(master)).json<{ id: number }>()
    const decide = (decision: string, reason = '') =>
      desk.client.api('POST', '/v1/desk/schools?world=de', { world: 'de', schoolId: id, decision, reason })
    const waiting = await desk.client.api('GET', '/v1/desk/schools?world=de')
    expect(waiting.json<{ schools: { id: number }[] }>().schools.map((school) => school.id)).toContain(id)
    expect((await decide('reject')).status).toBe(422)
    expect((await decide('verify')).status).toBe(200)
    expect((await decide('verify')).status).toBe(409)
    expect(await place(master)).toMatchObject({ isVerified: true, state: 'verified' })
    expect((await decide('suspend', 'Die Website gehört jemand anderem.')).status).toBe(200)
    expect(await place(master)).toMatchObject({
      ...{ isVerified: false, state: 'suspended' },
      reason: 'Die Website gehört jemand anderem.',
    })
    const refused = await (await teacher()).client.api('POST', '/v1/desk/schools?world=de', {
      ...{ world: 'de', schoolId: id, decision: 'verify' },
    })
    expect(refused.status).toBe(403)
  })
})

describe('when the last master is erased', () => {
  async function erase(person: Person): Promise<void> {
    await sql`update account set disabled_at = now(), erase_at = now() - interval '1 second'
      where id = ${person.id}`.execute(app.deps.db)
    await eraseAccounts(app.deps)
  }
  async function joined(master: Person, isVerified: boolean): Promise<Person> {
    const person = await teacher()
    const { school } = (await master.client.api('GET', '/v1/school/place?world=de')).json<{
      school: { id: number }
    }>()
    await person.client.api('POST', '/v1/school/requests?world=de', { schoolId: school.id })
    if (isVerified)
      await master.client.api('PUT', `/v1/school/members/${person.id}?world=de`, { isVerified: true })
    return person
  }

  test('who is known to belong to it longest takes over, and is told', async () => {
    const master = await provenSchool()
    const waiting = await joined(master, false)
    const [first, second] = [await joined(master, true), await joined(master, true)]
    await erase(master)
    expect(await place(first)).toMatchObject({ role: 'master', isVerified: true, state: 'verified' })
    for (const other of [waiting, second]) expect(await place(other)).toMatchObject({ role: 'member' })
    const [mail] = (await mailsTo(first.email)).slice(-1)
    expect(mail).toMatchObject({ template: 'school-successor' })
  })

  test('where nobody is known, it is proven anew', async () => {
    const master = await provenSchool()
    const waiting = await joined(master, false)
    await erase(master)
    expect(await place(waiting)).toMatchObject({ role: 'master', isVerified: false, state: 'pending' })
  })

  test('a school nobody is left in can be founded again', async () => {
    const [only, next] = [await teacher(), await teacher()]
    await found(only, { officialNumber: '77B01' })
    expect((await found(next, { officialNumber: '77B01' })).status).toBe(409)
    await erase(only)
    expect((await found(next, { officialNumber: '77B01' })).status).toBe(201)
  })

  test('another master stays, and nothing changes for the others', async () => {
    const master = await provenSchool()
    const [second, third] = [await joined(master, true), await joined(master, true)]
    await master.client.api('PUT', `/v1/school/masters/${second.id}?world=de`, {})
    await erase(master)
    expect(await place(second)).toMatchObject({ role: 'master' })
    expect(await place(third)).toMatchObject({ role: 'member' })
  })
})
