import type { Locator, Page } from '@playwright/test'
import { expect, words } from './fixtures.ts'

/* What answers a task by keyboard alone (`types/<type>.ts`). */

const t = words('de')
export const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
export const button = (part: Locator, name: string) => part.getByRole('button', { name, exact: true })

/** Goes to something as the tab key does, which stops at nothing else, and presses keys there. */
export async function at(target: Locator, ...keys: string[]): Promise<void> {
  await target.focus()
  await expect(target).toBeFocused()
  expect(await target.evaluate((element: HTMLElement) => element.tabIndex)).toBe(0)
  for (const key of keys) await target.page().keyboard.press(key)
}

export async function write(target: Locator, typed: string): Promise<void> {
  await at(target)
  await target.page().keyboard.type(typed)
}

export async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await page.keyboard.press(key)
}

export async function place(task: Locator, thing: string, target: string): Promise<void> {
  await at(button(task, thing), 'Enter')
  await at(button(task, text('play.placeHere', { name: thing, target })), 'Enter')
}

export interface Played {
  /** What its teacher typed; `picture` is put in where a type has one. */
  f?: Record<string, string>
  /** Answers it by keyboard. */
  play?: (task: Locator, page: Page) => Promise<unknown>
  /** A teacher looks at it, and there is nothing to check. */
  isLookedAt?: true
}

export const tick = (name: string) => (task: Locator) =>
  at(task.locator('input').and(task.getByLabel(name, { exact: true })), 'Space')
export const typeInto = (typed: string) => (task: Locator) => write(task.getByRole('textbox'), typed)
export const unfold = (task: Locator) => at(task.locator('summary').first(), 'Enter')
