import type { ExecutionRecord, Task } from '@millrace/engine'
import { type Catalogue, placeholderOf } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { masked } from '../../platform/masking.ts'
import { createVault, type Vault } from '../../platform/secrets.ts'
import { secretsReader } from './step-secrets.ts'

const MASK = '__secret__:****'

const catalogue = {
  types: new Map([
    [
      'caller',
      {
        configSchema: {
          properties: {
            key: { type: 'string', format: 'hidden' },
            nested: { properties: { list: { items: { type: 'string', format: 'password' } } } },
            url: { type: 'string' },
          },
        },
      },
    ],
  ]),
} as unknown as Catalogue

let opens = 0
const real = createVault(new Uint8Array(32), { bytes: (count) => new Uint8Array(count) })
const vault: Vault = {
  seal: real.seal,
  open(sealed, context) {
    opens++
    return real.open(sealed, context)
  },
}

function taskOf(config: object, secrets?: object): Task {
  const id = 'execution'
  const record = {
    id,
    plan: { nodes: [{ id: 'n', type: 'caller', config }] },
    secrets: secrets === undefined ? null : vault.seal(JSON.stringify(secrets), id),
  } as unknown as ExecutionRecord
  return { record, node: 0 } as Task
}

describe('the settings of a step', () => {
  const read = secretsReader(vault, catalogue)

  test('of a node without secrets are those of the plan and the launch', () => {
    const config = { url: 'u' }
    expect(read(taskOf(config), { url: 'other' })).toEqual({ config: { url: 'other' }, secrets: [] })
    expect(config).toEqual({ url: 'u' })
    // A launch cannot insert a secret, nor keep a placeholder or an empty hidden setting.
    const hidden = { key: placeholderOf('abcd'), nested: { list: [placeholderOf('x')] } }
    expect(read(taskOf(config), hidden).config).toEqual({ url: 'u', nested: { list: [] } })
    expect(read(taskOf(config), { key: null }).config).toEqual({ url: 'u' })
  })

  test('contain their secrets, nested ones too, listed longest first', () => {
    const config = { key: placeholderOf('abcd'), nested: { list: [placeholderOf('longer one')] }, url: 'u' }
    const task = taskOf(config, {
      n: { '/key': 'abcd', '/nested/list/0': 'longer one' },
      other: { '/key': 'not mine' },
    })
    expect(read(task, {})).toEqual({
      config: { key: 'abcd', nested: { list: ['longer one'] }, url: 'u' },
      secrets: ['longer one', 'abcd'],
    })
  })

  test('are unsealed once per execution, and not at all without placeholders', () => {
    const task = taskOf({ key: placeholderOf('abcd') }, { n: { '/key': 'abcd' } })
    opens = 0
    for (const _ of [1, 2, 3]) read(task, {})
    expect(opens).toBe(1)
    read(taskOf({ url: 'u' }, { n: { '/key': 'abcd' } }), {})
    expect(opens).toBe(1)
  })

  test('can be overridden by the launch and its secrets', () => {
    const task = taskOf({ url: 'u' }, { n: { '/key': 'from the launch' } })
    expect(read(task, { key: placeholderOf('from the launch'), url: 'v' })).toEqual({
      config: { key: 'from the launch', url: 'v' },
      secrets: ['from the launch'],
    })
  })

  test('never contain a placeholder: one without a secret is removed', () => {
    expect(read(taskOf({ key: MASK, url: 'u' }), {}).config).toEqual({ url: 'u' })
    expect(read(taskOf({ key: MASK }, { other: { '/key': 'not mine' } }), {})).toEqual({ config: {}, secrets: [] })
  })

  test('cannot be unsealed with another key', () => {
    const other = createVault(new Uint8Array(32).fill(1), { bytes: (count) => new Uint8Array(count) })
    const task = taskOf({ key: MASK }, { n: { '/key': 'abcd' } })
    expect(() => secretsReader(other, catalogue)(task, {})).toThrow()
  })
})

describe('masks', () => {
  test('mask a secret at every position, and nothing else', () => {
    const value = { a: ['x hush y hush', 7, null, true], hush: { b: 'other' }, n: 1.5 }
    expect(masked(value, ['hush'])).toEqual({
      a: [`x ${MASK} y ${MASK}`, 7, null, true],
      [MASK]: { b: 'other' },
      n: 1.5,
    })
  })

  test('mask the whole of a secret that contains another one', () => {
    expect(masked('my password1', ['password1', 'word'])).toBe(`my ${MASK}`)
  })

  test('mask its JSON, URL and header encodings', () => {
    const secret = 'a"b/c d\n'
    const forms = [
      JSON.stringify({ secret }),
      `?key=${encodeURIComponent(secret)}`,
      Buffer.from(secret).toString('base64'),
    ]
    for (const text of forms) expect(masked(text, [secret])).toContain(MASK)
    expect(masked(forms.join(), [secret])).not.toMatch(/b\/c|b%2Fc/)
  })

  test('do not mask very short secrets, which would match too much', () => {
    expect(masked('abc', ['abc'])).toBe('abc')
    expect(masked('abcd', ['abcd'])).toBe(MASK)
  })

  test('a key called __proto__ stays a key', () => {
    const value = JSON.parse('{"__proto__": "hush"}')
    expect(JSON.stringify(masked(value, ['hush']))).toBe(`{"__proto__":"${MASK}"}`)
  })
})
