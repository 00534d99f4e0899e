import { describe, expect, test } from 'vitest'
import { MAIL_ADDRESS_PATTERN, parseMailAddress } from './mail-address.ts'

describe('a mail address', () => {
  test.each([
    ['ada@example.com', { address: 'ada@example.com' }],
    ['  ada@example.com\n', { address: 'ada@example.com' }],
    ['<ada@example.com>', { address: 'ada@example.com' }],
    ['Ada Lovelace <ada@example.com>', { address: 'ada@example.com', name: 'Ada Lovelace' }],
    ['"Lovelace, Ada" <ada@example.com>', { address: 'ada@example.com', name: 'Lovelace, Ada' }],
    ["o'brien+orders@mail.example.co.uk", { address: "o'brien+orders@mail.example.co.uk" }],
    ['root@localhost', { address: 'root@localhost' }],
    ['jörg@müller.example', { address: 'jörg@müller.example' }],
    [`${'l'.repeat(64)}@example.com`, { address: `${'l'.repeat(64)}@example.com` }],
  ])('%j is read', (text, expected) => {
    expect(parseMailAddress(text)).toEqual(expected)
    expect(text.trim()).toMatch(new RegExp(MAIL_ADDRESS_PATTERN))
  })

  test.each([
    ...['', ' ', 'ada', 'ada@', '@example.com', 'a b@example.com', 'ada@exa mple.com', 'ada@@example.com'],
    ...['ada@example.com, bob@example.com', 'ada@example.com;bob@example.com', 'ada@example.com bob@example.com'],
    ...['ada@-example.com', 'ada@example..com', 'ada@.example.com', 'ada@[127.0.0.1]', 'ada:x@example.com'],
    ...['Ada <ada@example.com', 'Ada <ada@example.com> <bob@example.com>', 'Ada <a@example.com>, b@example.com'],
    ...['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com\nBcc:eve', 'ada@example\u0000.com'],
    ...['Ada\r\nBcc: eve@example.com <ada@example.com>', 'Ada\u2028x <ada@example.com>', 'A"b <ada@example.com>'],
    ...[`${'l'.repeat(65)}@example.com`, `ada@${'d'.repeat(64)}.com`, `ada@${'d.'.repeat(127)}com`],
    `${' '.repeat(500)}ada@example.com`,
  ])('%j is rejected', (text) => {
    expect(parseMailAddress(text)).toBeUndefined()
  })
})
