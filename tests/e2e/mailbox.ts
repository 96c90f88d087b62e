import type { Client } from '../support/http-client.ts'
import { expect } from './fixtures.ts'

/** The newest mail to somebody: its text, as the viewer shows it to the operator. */
export async function newestMail(client: Client, to: string): Promise<string> {
  const list = (await client.get('/outbox')).text
  const row = list.split('<tr>').find((each) => each.includes(`<td>${to}</td>`))
  const path = /href="(\/outbox\/\d+)"/.exec(row ?? '')?.[1]
  expect(path, `a mail to ${to}`).toBeTruthy()
  return (await client.get(path ?? '')).text.split('<h2>Text</h2>')[1] ?? ''
}

/** The path of the first link of a text that is an address of this route. */
export function linkIn(mail: string, start: string): string {
  const found = [...mail.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href).pathname)
  return found.find((path) => path.startsWith(start)) ?? ''
}
