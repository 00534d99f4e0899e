import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCpuMs } from '../testing/cpu-time.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Command } from './command.ts'
import { DSL_LIMITS, parseCommands } from './parse.ts'
import { printCommand } from './print.ts'
import { textCommands } from './testing/arbitraries.ts'

const read = (text: string) => parseCommands(text, smallCatalogue)
const only = (text: string) => {
  const { commands, problems } = read(text)
  expect(problems).toEqual([])
  expect(commands).toHaveLength(1)
  return commands[0]!.command
}
const problemOf = (text: string) => {
  const { commands, problems } = read(text)
  expect(commands).toEqual([])
  expect(problems).toHaveLength(1)
  return problems[0]!
}

describe('parseCommands', () => {
  test.each<[string, Command]>([
    ['add text', { verb: 'add', type: 'text' }],
    ['ADD text AT 320,-80.5', { verb: 'add', type: 'text', at: { x: 320, y: -80.5 } }],
    ['add text at 320, 80', { verb: 'add', type: 'text', at: { x: 320, y: 80 } }],
    ['add writer model', { verb: 'add', name: 'writer', type: 'model' }],
    ['add model writer', { verb: 'add', name: 'writer', type: 'model' }],
    ['add text model', { verb: 'add', name: 'text', type: 'model' }],
    ['add "Draft writer" model at 1,2', { verb: 'add', name: 'Draft writer', type: 'model', at: { x: 1, y: 2 } }],
    ['  delete text.2  ', { verb: 'delete', node: 'text.2' }],
    ['rename model.1 Draft "the" writer', { verb: 'rename', node: 'model.1', label: 'Draft "the" writer' }],
    ['swap model.1 WITH prompt', { verb: 'swap', node: 'model.1', type: 'prompt' }],
    ['move note.1 to -40,600', { verb: 'move', node: 'note.1', to: { x: -40, y: 600 } }],
    ['set model.1:model gpt 4', { verb: 'set', node: 'model.1', key: 'model', value: 'gpt 4' }],
    ['set a:b:c 1', { verb: 'set', node: 'a', key: 'b:c', value: 1 }],
    ['connect a:p b:q', { verb: 'connect', source: { node: 'a', port: 'p' }, target: { node: 'b', port: 'q' } }],
    ['connect a:p to b:q', { verb: 'connect', source: { node: 'a', port: 'p' }, target: { node: 'b', port: 'q' } }],
    ['disconnect a:p b:q', { verb: 'disconnect', source: { node: 'a', port: 'p' }, target: { node: 'b', port: 'q' } }],
    [
      'disconnect a:p from b:q',
      { verb: 'disconnect', source: { node: 'a', port: 'p' }, target: { node: 'b', port: 'q' } },
    ],
    ['disconnect each.1', { verb: 'disconnect', node: 'each.1' }],
    ['disconnect "a:b"', { verb: 'disconnect', node: 'a:b' }],
    [
      'comment a:p to b:q As asked  by sales',
      {
        verb: 'comment',
        source: { node: 'a', port: 'p' },
        target: { node: 'b', port: 'q' },
        text: 'As asked  by sales',
      },
    ],
    [
      'comment a:p b:q',
      { verb: 'comment', source: { node: 'a', port: 'p' }, target: { node: 'b', port: 'q' }, text: '' },
    ],
    ['resize note.1 to 320x180', { verb: 'resize', node: 'note.1', to: { width: 320, height: 180 } }],
    [
      'resize note.1 TO 320X180 at 4, -5',
      { verb: 'resize', node: 'note.1', to: { width: 320, height: 180 }, at: { x: 4, y: -5 } },
    ],
    ['pin a:text 01', { verb: 'pin', node: 'a', port: 'text', value: 1 }],
    ['pin a {"text": [1]}', { verb: 'pin', node: 'a', outputs: { text: [1] } }],
    ['unpin a', { verb: 'unpin', node: 'a' }],
    ['clear', { verb: 'clear' }],
    ['Undo', { verb: 'undo' }],
    ['redo', { verb: 'redo' }],
    ['layout auto', { verb: 'layout', how: 'auto', direction: 'horizontal' }],
    ['layout auto --direction vertical', { verb: 'layout', how: 'auto', direction: 'vertical' }],
    ['layout beautify', { verb: 'layout', how: 'beautify' }],
    ['get a:b', { verb: 'get', node: 'a', key: 'b' }],
    ['get a', { verb: 'get', node: 'a' }],
    ['list Types', { verb: 'list', what: 'types' }],
    ['describe model', { verb: 'describe', type: 'model' }],
    ['search send  mail', { verb: 'search', text: 'send  mail' }],
    ['help', { verb: 'help' }],
    ['help connect', { verb: 'help', about: 'connect' }],
    ['canvas fit', { verb: 'canvas', action: 'fit' }],
    ['fit view', { verb: 'canvas', action: 'fit' }],
    ['fitview', { verb: 'canvas', action: 'fit' }],
    ['canvas zoom in', { verb: 'canvas', action: 'zoom in' }],
    ['canvas zoom 0.5', { verb: 'canvas', action: 'zoom', level: 0.5 }],
    ['canvas pan 1,2', { verb: 'canvas', action: 'pan', to: { x: 1, y: 2 } }],
  ])('%s', (text, command) => {
    expect(only(text)).toEqual(command)
  })

  test('skips blank lines and comments, and reads a block of several lines as one command', () => {
    const text = '# first\n\n// second\nset p:template """\n# not a comment\nadd nothing\n"""\r\nclear\r\n'
    expect(read(text)).toEqual({
      commands: [
        { line: 4, command: { verb: 'set', node: 'p', key: 'template', value: '# not a comment\nadd nothing' } },
        { line: 8, command: { verb: 'clear' } },
      ],
      problems: [],
    })
  })

  test('reports a bad line as a problem and reads the others', () => {
    const { commands, problems } = read('add text\nfrobnicate x\nconect a:b c:d\nclear')
    expect(commands.map(({ line }) => line)).toEqual([1, 4])
    expect(problems.map(({ line, code, nearest }) => [line, code, nearest])).toEqual([
      [2, 'UNKNOWN_COMMAND', undefined],
      [3, 'UNKNOWN_COMMAND', 'connect'],
    ])
  })

  test.each([
    ['add', 'PARSE_ERROR', undefined],
    ['add modl', 'NODE_TYPE_NOT_FOUND', 'model'],
    ['add writer modl', 'NODE_TYPE_NOT_FOUND', 'model'],
    ['add text here now', 'PARSE_ERROR', undefined],
    ['add text at here', 'PARSE_ERROR', undefined],
    ['delete', 'PARSE_ERROR', undefined],
    ['delete a b', 'PARSE_ERROR', undefined],
    ['rename a', 'PARSE_ERROR', undefined],
    ['swap a prompt', 'PARSE_ERROR', undefined],
    ['move a 1,2', 'PARSE_ERROR', undefined],
    ['set a 1', 'PARSE_ERROR', undefined],
    ['set a: 1', 'PARSE_ERROR', undefined],
    ['set a:b', 'PARSE_ERROR', undefined],
    ['connect a:p', 'PARSE_ERROR', undefined],
    ['connect a b', 'PARSE_ERROR', undefined],
    ['connect a:p b:q c:r', 'PARSE_ERROR', undefined],
    ['disconnect a: b:q', 'PARSE_ERROR', undefined],
    ['comment a:p', 'PARSE_ERROR', undefined],
    ['resize a 1x2', 'PARSE_ERROR', undefined],
    ['resize a to 1', 'PARSE_ERROR', undefined],
    ['resize a to 1x2 by 3', 'PARSE_ERROR', undefined],
    ['pin a', 'PARSE_ERROR', undefined],
    ['pin a text', 'PARSE_ERROR', undefined],
    ['pin a: text', 'PARSE_ERROR', undefined],
    ['unpin a b', 'PARSE_ERROR', undefined],
    ['import', 'UNKNOWN_COMMAND', undefined],
    ['list nodse', 'PARSE_ERROR', 'nodes'],
    ['layout horizontal', 'PARSE_ERROR', undefined],
    ['layout auto --direction vertcal', 'PARSE_ERROR', 'vertical'],
    ['canvas zoom much', 'PARSE_ERROR', undefined],
    ['search', 'EMPTY_QUERY', undefined],
    ['paste', 'UNKNOWN_COMMAND', undefined],
    ['constructor', 'UNKNOWN_COMMAND', undefined],
    ['set a:b """\nnever\nclear', 'PARSE_ERROR', undefined],
  ])('rejects %s with %s', (text, code, nearest) => {
    const problem = problemOf(text)
    expect(problem).toMatchObject({ line: 1, code })
    expect(problem.nearest).toBe(nearest)
  })

  test('includes the form of the command in an error', () => {
    expect(problemOf('move a 1,2').message).toBe('"to" is missing. Write: move <node> to <x>,<y>')
  })

  test('never throws for any text', () => {
    const verbs = fc.constantFrom('add', 'set', 'connect', 'disconnect', 'move', 'rename', 'layout', 'canvas', 'get')
    const rest = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ab:" \\,.\-[{\n]{0,20}$/))
    const lines = fc.array(
      fc.oneof(
        rest,
        fc.tuple(verbs, rest).map((parts) => parts.join(' ')),
      ),
    )
    fc.assert(
      fc.property(lines, (all) => {
        const text = all.join('\n')
        for (const { line } of [...read(text).commands, ...read(text).problems]) expect(line).toBeGreaterThan(0)
        parseCommands(text)
      }),
    )
  })

  test('limits the length of a text and the number of commands', () => {
    expect(problemOf('x'.repeat(DSL_LIMITS.characters + 1)).code).toBe('PARSE_ERROR')
    const { commands, problems } = read('clear\n'.repeat(DSL_LIMITS.commands + 5))
    expect(commands).toHaveLength(DSL_LIMITS.commands)
    expect(problems).toMatchObject([{ line: DSL_LIMITS.commands + 1, code: 'PARSE_ERROR' }])
  })

  test.each([
    ['blanks', `add${' '.repeat(199_990)}x`],
    ['quotes', `set a:b ${'"'.repeat(199_980)}`],
    ['backslashes', `delete "${'\\'.repeat(199_980)}`],
    ['brackets', `set a:b ${'['.repeat(199_980)}`],
    ['digits', `canvas zoom ${'9'.repeat(199_980)}`],
    ['colons', `connect ${':'.repeat(199_980)}`],
    ['blocks', 'set a:b """\n'.repeat(16_000)],
  ])('parses %s in a row in less than a second of CPU time', (_, text) => {
    expect(leastCpuMs(1_000, () => read(text))).toBeLessThan(1_000)
  })
})

describe('printCommand', () => {
  test.each(['millrace', 'flowdrop'] as const)('prints commands in %s that parse to the same command', (dialect) => {
    fc.assert(
      fc.property(textCommands, (command) => {
        const text = printCommand(command, dialect)
        if (text === undefined) return
        for (const catalogue of [undefined, smallCatalogue]) {
          expect(parseCommands(text, catalogue)).toEqual({ commands: [{ line: 1, command }], problems: [] })
        }
      }),
      { numRuns: 400 },
    )
  })

  test('prints different forms for the two editors where they differ', () => {
    const named = only('add writer model')
    expect(printCommand(named, 'millrace')).toBe('add writer model')
    expect(printCommand(named, 'flowdrop')).toBeUndefined()
    const connect = only('connect a:p b:q')
    expect(printCommand(connect, 'millrace')).toBe('connect a:p b:q')
    expect(printCommand(connect, 'flowdrop')).toBe('connect a:p to b:q')
    expect(printCommand(only('disconnect a:p b:q'), 'flowdrop')).toBe('disconnect a:p from b:q')
  })

  test('quotes ids with blanks in our dialect and cannot express them in the other', () => {
    const command: Command = { verb: 'delete', node: 'my node' }
    expect(printCommand(command, 'millrace')).toBe('delete "my node"')
    expect(printCommand(command, 'flowdrop')).toBeUndefined()
  })

  test('prints every command in our dialect except those whose text does not fit a line', () => {
    fc.assert(
      fc.property(textCommands, (command) => {
        const text = command.verb === 'rename' ? command.label : command.verb === 'search' ? command.text : 'x'
        if (text.trim() === text && !/[\r\n]|"""/.test(text)) expect(printCommand(command, 'millrace')).toBeDefined()
      }),
    )
  })

  test('prints no text for gestures', () => {
    expect(printCommand({ verb: 'remove', nodes: [], edges: [] }, 'millrace')).toBeUndefined()
    expect(printCommand({ verb: 'add', type: 'text', after: 'x' }, 'millrace')).toBeUndefined()
  })
})
