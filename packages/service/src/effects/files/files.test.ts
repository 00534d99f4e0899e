import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFiles, type Files } from './files.ts'

let outside: string
let folder: string
let files: Files
const signal = new AbortController().signal

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'millrace-files-'))
  folder = join(outside, 'data', 'files')
  files = createFiles({ folder, maxBytes: 1_000 })
})

afterEach(() => rmSync(outside, { recursive: true, force: true }))

const read = (name: string) => files.read(name, signal)
const write = (name: string, content: string) => files.write(name, content, signal)

describe('reading and writing', () => {
  test('reads a file as it was written, with its size in bytes of UTF-8', async () => {
    expect(await write('reports/2024/today.txt', 'grüße')).toEqual({ size: 7 })
    expect(await read('reports/2024/today.txt')).toEqual({ content: 'grüße', size: 7 })
    expect(await read('./reports//2024/./today.txt')).toEqual({ content: 'grüße', size: 7 })
  })

  test('creates files and folders that only the service may access', async () => {
    await write('a/b.txt', 'x')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'a/b.txt')).mode & 0o777).toBe(0o600)
  })

  test('replaces the whole file and leaves no temporary file', async () => {
    await write('a.txt', 'a long first content')
    await write('a.txt', 'short')
    expect(readdirSync(folder)).toEqual(['a.txt'])
    expect(await read('a.txt')).toEqual({ content: 'short', size: 5 })
  })

  test('keeps the content of one writer when several write at the same time', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => String(n).repeat(100))
    await Promise.all(contents.map((content) => write('a.txt', content)))
    expect(contents).toContain((await read('a.txt')).content)
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  test('ignores a temporary file that a crash left behind', async () => {
    mkdirSync(folder, { recursive: true })
    for (let n = 0; n < 3; n++) writeFileSync(join(folder, `.millrace-unfinished-${process.pid}-${n}`), 'half')
    await write('a.txt', 'whole')
    expect((await read('a.txt')).content).toBe('whole')
  })

  test('creates nothing when it reads', async () => {
    await expect(read('a/b.txt')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', retryable: false })
    expect(existsSync(folder)).toBe(false)
  })

  test('accepts unusual but valid names', async () => {
    for (const name of ['...a', 'a..b', 'ä ö.txt', '-rf', '$HOME', 'console.txt', '%2e%2e', '~', '😀', '.hidden']) {
      await write(name, name)
      expect((await read(name)).content).toBe(name)
    }
  })
})

describe('paths outside the folder', () => {
  test.each([
    ...[
      '..',
      '../x',
      'a/../../x',
      'a/..',
      '/etc/passwd',
      '//etc/passwd',
      '\\\\host\\x',
      '..\\x',
      'C:\\x',
      'C:x',
      'a:b',
    ],
    ...['a\0b', 'a\nb', '', '.', './', 'a/', 'x'.repeat(1_001), 'x'.repeat(300), `${'a/'.repeat(40)}x`, '\ud800'],
    ...[
      'con',
      'NUL',
      'aux.txt',
      'a/com1',
      'LPT9.log',
      'a.',
      'a ',
      'a./b',
      '.millrace-unfinished-1-0',
      'a*b',
      'a?',
      '<a>',
    ],
  ])('rejects the name %j', async (name) => {
    await expect(read(name)).rejects.toMatchObject({ code: 'FILE_FORBIDDEN', retryable: false })
    await expect(write(name, 'x')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    await expect(files.locate(name)).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
  })

  test('rejects a symbolic link, as the file or as a folder of its path', async () => {
    writeFileSync(join(outside, 'secret'), 'secret')
    await write('inside/x', 'x')
    symlinkSync(join(outside, 'secret'), join(folder, 'link'))
    symlinkSync(outside, join(folder, 'way'))
    symlinkSync('/nowhere', join(folder, 'dangling'))
    for (const name of ['link', 'way/secret', 'way/new/x']) {
      await expect(read(name)).rejects.toMatchObject({ code: expect.stringMatching(/FILE_FORBIDDEN|FILE_NOT_FOUND/) })
      await expect(write(name, 'mine')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    }
    await expect(write('dangling', 'mine')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    await expect(files.locate('link')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
    expect(existsSync(join(outside, 'new'))).toBe(false)
  })

  test('accepts a folder that is a link within the files folder', async () => {
    await write('real/x', 'x')
    symlinkSync(join(folder, 'real'), join(folder, 'alias'))
    expect((await read('alias/x')).content).toBe('x')
  })

  test('rejects a folder in place of a file, and a file in place of a folder', async () => {
    await write('a/b', 'x')
    for (const name of ['a', 'a/b/c']) {
      await expect(read(name)).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
      await expect(write(name, 'x')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    }
  })

  test('does not wait for a pipe', async () => {
    await write('x', 'x')
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await expect(read('pipe')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
    await expect(write('pipe', 'x')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
  })

  test('error messages contain no path of the machine', async () => {
    const failure = await read('a/b').catch((error: Error) => error)
    expect((failure as Error).message).not.toContain(outside)
  })
})

describe('limits', () => {
  test('accept a file of the maximum size and reject a larger one', async () => {
    await write('a', 'x'.repeat(1_000))
    expect((await read('a')).size).toBe(1_000)
    await expect(write('a', 'x'.repeat(1_001))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', retryable: false })
    await expect(write('a', 'ü'.repeat(501))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    writeFileSync(join(folder, 'big'), 'x'.repeat(1_001))
    await expect(read('big')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  test('an aborted step neither reads nor writes', async () => {
    const aborted = AbortSignal.abort(new Error('cancelled'))
    await expect(files.write('a', 'x', aborted)).rejects.toThrow('cancelled')
    await expect(files.read('a', aborted)).rejects.toThrow('cancelled')
    expect(existsSync(folder)).toBe(false)
  })

  test.skipIf(process.getuid?.() === 0)('rejects a file that the service may not read', async () => {
    await write('a', 'x')
    chmodSync(join(folder, 'a'), 0)
    await expect(read('a')).rejects.toMatchObject({ code: 'FILE_FORBIDDEN' })
  })
})
