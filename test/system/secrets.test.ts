/** Only the sender of a secret and the node that needs it ever see it. */
import { openStore } from '@millrace/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../packages/service/src/compose.ts'
import { keysInFolder } from '../../packages/service/src/platform/key-file.ts'
import { createVault } from '../../packages/service/src/platform/secrets.ts'
import { foundIn } from './support/search-bytes.ts'
import { type SecretStory, secretStory } from './support/secret-story.ts'

let story: SecretStory
beforeAll(async () => {
  story = await secretStory()
})
afterAll(() => story?.dispose())

/** Names of the files that have any of the secrets. */
function filesWith(secrets: readonly string[], except?: RegExp): string[] {
  const files = Object.entries(story.files).filter(([name]) => except?.test(name) !== true)
  return files.filter(([, bytes]) => foundIn(bytes, secrets).length > 0).map(([name]) => name)
}

describe('the search', () => {
  test('covers every type with a secret field, the built-in ones and one of our own', () => {
    const ids = story.types.map((type) => type.node_type_id)
    expect(ids).toEqual(expect.arrayContaining(['chat_model', 'http_request', 'webhook_trigger', 'key_keeper']))
    expect(story.secrets.length).toBeGreaterThan(5 * ids.length)
    expect(story.answers.length).toBeGreaterThan(80)
  })

  test('covers answers of every kind', () => {
    const statuses = new Set(story.answers.map((answer) => Number(/^\w+ (\d+)/.exec(answer)?.[1])))
    for (const status of [200, 201, 400, 401, 404, 405, 409, 410, 413, 415, 422]) expect(statuses).toContain(status)
  })

  test('finds a text that is not secret, so the search works', () => {
    expect(foundIn(story.answers.join('\n'), [story.plain])).toEqual([story.plain])
    expect(filesWith([story.plain])).toContainEqual(expect.stringMatching(/^stopped: millrace\.db/))
  })

  test.each(['utf8', 'utf16le', 'hex', 'base64', 'base64url'] as const)(
    'finds a secret that is written in %s',
    (form) => {
      const secret = 'sk-0123456789-abcdefghij-ABCDEFGHIJ'
      const bytes = Buffer.from(
        form === 'utf16le'
          ? Buffer.from(secret, 'utf16le')
          : Buffer.from(secret).toString(form === 'utf8' ? 'utf8' : form),
      )
      expect(foundIn(Buffer.concat([Buffer.from('before '), bytes, Buffer.from(' after')]), [secret])).toEqual([secret])
    },
  )
})

describe('secrets of node configs', () => {
  test('are in no answer to any request, whether it was granted or refused', () => {
    const leaks = story.answers.filter((answer) => foundIn(answer, story.secrets).length > 0)
    expect(leaks.map((answer) => answer.slice(0, 2000))).toEqual([])
  })

  test('are neither in the output nor in the log, at its most talkative', () => {
    expect(story.stderr).toContain('"level":20')
    expect(foundIn(story.stdout, story.secrets)).toEqual([])
    expect(foundIn(story.stderr, story.secrets)).toEqual([])
  })

  test('are in no byte of any file of the data folder, neither while it runs nor afterwards', () => {
    expect(Object.keys(story.files)).toEqual(
      expect.arrayContaining(['running: millrace.db-wal', 'stopped: millrace.db']),
    )
    expect(filesWith(story.secrets)).toEqual([])
  })

  test('are kept where a placeholder was written back, copied or restored, and open with the key of the folder', async () => {
    const vault = createVault(await keysInFolder(story.dataDir, systemRandom), systemRandom)
    await using store = await opened(`${story.dataDir}/millrace.db`)
    for (const [id, expected] of Object.entries(story.stored)) {
      const workflow = await store.workflows.get(id)
      const sealed = workflow?.secrets
      expect(sealed ? JSON.parse(vault.open(sealed, id)) : {}).toEqual(expected)
    }
  })
})

async function opened(database: string) {
  const store = await openStore({ database })
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
}

describe('credentials', () => {
  test('are in no answer but the one that hands them out', () => {
    const leaks = story.answers.filter((answer) => foundIn(answer, story.credentials).length > 0)
    expect(leaks.map((answer) => answer.slice(0, 2000))).toEqual([])
  })

  test('are in no file but the one that is there for the admin token', () => {
    expect(story.credentials).toHaveLength(6)
    expect(filesWith(story.credentials, /admin-token$/)).toEqual([])
  })

  test('are not in the log; only the link that the start prints has its code', () => {
    expect(foundIn(story.stderr, story.credentials)).toEqual([])
    expect(foundIn(story.stdout, story.credentials)).toEqual([story.code])
  })
})
