import type { Page, TestInfo } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { Client } from '../support/http-client.ts'
import { newSchool } from '../support/journey-school.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectValidHtml,
  takeOver,
  test,
  words,
} from './fixtures.ts'
import { newestMail } from './mailbox.ts'
import { buyExercise, loggedIn, sellExercise } from './school-buying.ts'

/* A school whose people come and go: whoever looks after it verifies and removes, a member leaves. */

const world = 'de'
const t = words(world)
const [mine, account] = [url('my-school', { world }), url('school-account', { world })]
const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })
const named = (key: 'verifyNamed' | 'unverifyNamed' | 'removeNamed', name: string) =>
  t(`my-school:members.${key}`, { name })

async function looksRight(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: info.outputPath(`${name}-${width}.png`), fullPage: true })
  }
  await expectAccessible(page)
}

async function cookiesOf(client: Client, base: string) {
  return [...client.cookies].map(([name, value]) => ({ name, value, url: base }))
}

async function addressOf(client: Client): Promise<string> {
  return (await client.api('GET', '/v1/user')).json<{ email: string }>().email
}

test('a master verifies and removes; a member leaves and loses what the school has bought', async ({
  browser,
  page,
  baseURL,
}, info) => {
  const base = baseURL ?? ''
  const author = await loggedIn(base, 'seller@aularium.example')
  const { unitId, materialId } = await sellExercise(author)
  const [head, newcomer, parting] = (await newSchool(base, [
    { publicName: 'Hanna Leitner', role: 'master' },
    { publicName: 'Nora Neumann', role: 'member', isVerified: false },
    { publicName: 'Paul Abend', role: 'member' },
  ])) as [Client, Client, Client]

  await test.step('nothing is bought yet', async () => {
    await takeOver(page, head)
    await page.goto(mine)
    await expect(main(page)).toContainText('Grundschule am Lindenplatz')
    await expect(main(page)).toContainText(t('my-school:licences.none'))
    // Nobody else could look after the school.
    await expect(main(page)).toContainText(t('my-school:leave.last'))
    await expect(main(page).getByRole('link', { name: t('my-school:leave.start') })).toHaveCount(0)
  })
  await buyExercise(head, materialId, 'school', 1000)

  await test.step('with the keyboard: a member is verified, and not any more', async () => {
    await page.getByRole('link', { name: t('my-school:place.manage') }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.pathname === account)
    await looksRight(page, info, 'members')
    await expect(rowOf(page, 'Nora Neumann')).toContainText(t('my-school:facts.unverified'))
    await page.getByRole('button', { name: named('verifyNamed', 'Nora Neumann') }).focus()
    await page.keyboard.press('Enter')
    await expect(main(page).getByText(t('my-school:members.isVerified'))).toBeVisible()
    await expect(rowOf(page, 'Nora Neumann')).toContainText(t('my-school:facts.verified'))
    await looksRight(page, info, 'verified')

    await page.getByRole('link', { name: named('unverifyNamed', 'Nora Neumann') }).focus()
    await page.keyboard.press('Enter')
    const title = t('my-school:unverify.title', { name: 'Nora Neumann' })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await looksRight(page, info, 'unverify')
    // The first stop behind the link is what it leads to.
    await page.getByRole('button', { name: t('my-school:unverify.confirm') }).focus()
    await page.keyboard.press('Enter')
    await expect(main(page).getByText(t('my-school:members.isUnverified'))).toBeVisible()
    await expect(rowOf(page, 'Nora Neumann')).toContainText(t('my-school:facts.unverified'))
  })

  await test.step('without scripts, on a phone: a member is removed, after reading what that means', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    await plain.addCookies(await cookiesOf(head, base))
    const paper = await plain.newPage()
    await paper.goto(base + account)
    await paper.getByRole('link', { name: named('removeNamed', 'Nora Neumann') }).click()
    await expect(paper.getByRole('heading', { name: /Nora Neumann aus der Schule/ })).toBeInViewport()
    await expect(main(paper)).toContainText(t('my-school:theirs.rooms', { hours: 24 }))
    await paper.screenshot({ path: info.outputPath('remove-360.png') })
    await paper.getByRole('link', { name: t('my-school:members.cancel') }).click()
    await expect(rowOf(paper, 'Nora Neumann')).toHaveCount(1)
    await paper.getByRole('link', { name: named('removeNamed', 'Nora Neumann') }).click()
    // Another window was faster.
    const other = await plain.newPage()
    await other.goto(paper.url())
    await paper.getByRole('button', { name: t('my-school:remove.confirm') }).click()
    await expect(paper.getByText(t('my-school:members.isRemoved'))).toBeVisible()
    await expect(rowOf(paper, 'Nora Neumann')).toHaveCount(0)
    await other.getByRole('button', { name: t('my-school:remove.confirm') }).click()
    await expect(other.getByText(t('my-school:members.gone'))).toBeVisible()
    await plain.close()
    const mail = await newestMail(head, await addressOf(newcomer))
    expect(mail).toContain(t('mail:schoolRemoved.text', { school: 'Grundschule am Lindenplatz' }))
  })

  await test.step('a member uses what the school has, and leaves', async () => {
    expect((await parting.api('POST', `/v3/units/${unitId}/shadow`, {})).status).toBe(201)
    await page.context().clearCookies()
    await takeOver(page, parting)
    // Only whoever looks after the school sees who belongs to it.
    expect((await page.goto(account))?.status()).toBe(403)
    await page.goto(mine)
    await looksRight(page, info, 'my-school')
    await main(page)
      .getByRole('link', { name: /^Übung öffnen/ })
      .click()
    await expect(page.getByText('Wie viel ist 2 + 2?').first()).toBeVisible()
    await page.goto(url('interactive-my', { world }))
    await expect(page.getByText(t('interactive-shop:licence.pointer'))).toHaveCount(0)

    await page.goto(mine)
    await main(page)
      .getByRole('link', { name: t('my-school:leave.start') })
      .click()
    await expect(main(page)).toContainText(t('my-school:yours.copies'))
    await looksRight(page, info, 'leave')
    await main(page)
      .getByRole('button', { name: t('my-school:leave.confirm') })
      .click()
    await expect(main(page).getByText(t('my-school:leave.done'))).toBeVisible()
    await expect(main(page)).toContainText(t('my-school:none.title'))
    await looksRight(page, info, 'left')
    await page.goto(url('interactive-my', { world }))
    await expect(page.getByText(t('interactive-shop:licence.pointer'))).toBeVisible()
    await looksRight(page, info, 'pointer')
  })

  await test.step('what is left, in every world and in the dark', async () => {
    await page.context().clearCookies()
    await takeOver(page, head)
    await page.setViewportSize({ width: 360, height: 780 })
    for (const { world: code } of liveWorlds()) {
      for (const name of ['my-school', 'school-account'] as const) {
        const steps = name === 'my-school' ? {} : { unverify: 1 }
        await expectValidHtml(page, await page.goto(url(name, { world: code, query: steps })))
        await expectNoSidewaysScroll(page)
        await page.screenshot({ path: info.outputPath(`${name}-${code}.png`), fullPage: true })
      }
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(account)
    await expect(main(page)).toContainText(t('my-school:members.alone'))
    await looksRight(page, info, 'alone-dark')
  })
  for (const client of [author, head, newcomer, parting]) client.close()
})

test('a colleague suggests a material on its page; who looks after the school approves it into the cart', async ({
  browser,
  page,
  baseURL,
}, info) => {
  const author = await loggedIn(baseURL ?? '', 'seller@aularium.example')
  const { materialId } = await sellExercise(author)
  const [head, colleague] = (await newSchool(baseURL ?? '', [
    { publicName: 'Hanna Leitner', role: 'master' },
    { publicName: 'Nora Neumann', role: 'member' },
  ])) as [Client, Client]
  const list = url('school-wishlist', { world })

  await test.step('with the keyboard: from the page of the material to the list', async () => {
    await takeOver(page, colleague)
    await page.goto(url('material', { world, id: materialId, slug: 'x' }))
    await page.getByText(t('material-page:share.open'), { exact: true }).press('Enter')
    await page.getByRole('link', { name: t('material-page:share.school') }).press('Enter')
    await expect(page.getByLabel(t('school-wishlist:add.material'))).toHaveValue(String(materialId))
    await page.getByLabel(t('school-wishlist:add.note')).fill('Für die 6b')
    await page.getByRole('button', { name: t('school-wishlist:add.button') }).press('Enter')
    await expect(main(page)).toContainText(t('school-wishlist:said.wished'))
    await expect(main(page)).toContainText('Für die 6b')
    await expect(main(page)).toContainText(t('school-wishlist:wish.votes', { count: 1 }))
    await looksRight(page, info, 'wished')
  })

  const desk = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await desk.context().addCookies(await cookiesOf(head, baseURL ?? ''))
  await test.step('without script: a no needs a reason, is taken back, and a yes lies in the cart', async () => {
    await desk.goto(mine)
    await expect(main(desk)).toContainText(t('school-wishlist:waiting', { count: 1 }))
    await desk.getByRole('link', { name: t('school-wishlist:open') }).click()
    await desk.getByRole('link', { name: /^Ablehnen/ }).click()
    await desk.getByRole('button', { name: t('school-wishlist:decide.confirm') }).click()
    await expect(desk.getByLabel(t('school-wishlist:decide.reason'))).toHaveAttribute('aria-invalid', 'true')
    await desk.getByLabel(t('school-wishlist:decide.reason')).fill('Erst nächstes Jahr')
    await desk.getByRole('button', { name: t('school-wishlist:decide.confirm') }).click()
    await expect(main(desk)).toContainText('Erst nächstes Jahr')
    await desk.getByRole('button', { name: /^Doch wieder wünschen/ }).click()
    await desk.getByRole('button', { name: /^Genehmigen/ }).click()
    await expect(desk).toHaveURL(url('cart', { world }))
    await desk.goto(list)
    await expect(main(desk)).toContainText(t('school-wishlist:state.approved'))
  })
  await desk.close()
})
