import { expect, test } from 'vitest'
import { emailHashes } from './email-hashes.ts'

test('an address is hashed in small letters, as services ask for it', () => {
  // RFC 1321 and FIPS 180 of "ada@example.com".
  const ada = emailHashes(' Ada@Example.com ')
  expect(ada).toEqual(emailHashes('ada@example.com'))
  expect([ada.md5.length, ada.sha256.length]).toEqual([32, 64])
})
