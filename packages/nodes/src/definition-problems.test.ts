import { defineNode, Type, takeBranches } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { problemsInDefinition } from './definition-problems.ts'
import { plainDefinition } from './testing/write-folder.ts'

function problemsWith(changes: Record<string, unknown>): string[] {
  return problemsInDefinition(plainDefinition('greeting', changes))
}

function problemsWithField(field: unknown): string[] {
  return problemsWith({ config: { type: 'object', properties: { field } } })
}

test('accepts a complete definition as a plain object or from the builder', () => {
  expect(problemsInDefinition(plainDefinition('my-pack.greeting_2'))).toEqual([])
  const config = Type.Object({ to: Type.String(), loud: Type.Optional(Type.Boolean({ default: false })) })
  expect(
    problemsInDefinition(
      defineNode({
        id: 'greeting',
        version: '2.0.0-beta.1',
        name: 'Greeting',
        description: 'Says hello.',
        category: 'my own',
        icon: 'mdi:hand-wave',
        tags: [],
        config,
        inputs: {},
        outputs: {},
      }),
    ),
  ).toEqual([])
})

describe('definition structure', () => {
  test.each([
    ['a text', 'greeting', 'it must be an object'],
    ['nothing', null, 'it must be an object'],
    ['a function', () => undefined, 'it must be an object'],
    ['a list', [], 'it must be an object'],
  ])('rejects %s as a definition', (_, value, problem) => {
    expect(problemsInDefinition(value)).toEqual([problem])
  })

  test('lists all missing fields', () => {
    expect(problemsInDefinition({})).toEqual(
      ['id', 'version', 'name', 'description', 'category', 'tags', 'config', 'inputs', 'outputs'].map(
        (key) => `${key} is required`,
      ),
    )
  })

  test.each([
    [{ id: 'Greeting' }, 'id must be lower-case letters, digits, "_" and "-", with dots between parts'],
    [{ id: 'a..b' }, 'id must be lower-case letters, digits, "_" and "-", with dots between parts'],
    [{ id: '../a' }, 'id must be lower-case letters, digits, "_" and "-", with dots between parts'],
    [{ version: '1.0' }, 'version must be a version such as 1.0.0'],
    [{ icon: 'web' }, 'icon must have the form <set>:<name>, such as mdi:web'],
    [{ name: '' }, 'name must not be empty'],
    [{ category: 7 }, 'category must be a text, is a number'],
    [{ tags: ['a', 1] }, 'tags/1 must be a text, is a number'],
    [{ tags: 'a' }, 'tags must be a list, is a text'],
    [
      { visual: 'round' },
      'visual must be one of "default", "simple", "square", "tool", "gateway", "terminal", "note", "idea"',
    ],
    [{ alsoDrawnAs: 'tool' }, 'alsoDrawnAs must be a list, is a text'],
    [{ catgory: 'x' }, 'catgory is not known here'],
    [{ reserved: { triggerin: false } }, 'reserved/triggerin is not known here'],
    [{ inputs: { who: { dataType: 'string', requred: true } } }, 'inputs/who/requred is not known here'],
    [{ inputs: { who: {} } }, 'inputs/who/dataType is required'],
    [{ formats: [''] }, 'formats/0 must not be empty'],
  ])('rejects %j', (changes, problem) => {
    expect(problemsWith(changes)).toEqual([problem])
  })

  test.each([
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a number that JSON does not have', Number.NaN],
    ['a big integer', 1n],
    ['a map', new Map()],
  ])('rejects %s in parts that are sent to clients', (_, value) => {
    expect(problemsWith({ extensions: { deep: [value] } })).toEqual(['extensions must be plain JSON'])
  })

  test('rejects a cycle in parts that are sent to clients', () => {
    const extensions: Record<string, unknown> = {}
    extensions.self = extensions
    expect(problemsWith({ extensions })).toEqual(['extensions must be plain JSON'])
  })
})

describe('ports', () => {
  const port = { dataType: 'string' }
  const trigger = { dataType: 'trigger' }

  test.each([
    [{ inputs: { who: { dataType: 'text' } } }, 'inputs/who has the unknown data type "text"'],
    [{ outputs: { 'a b': port } }, 'outputs/a b must be named by letters, digits, "_" and "-"'],
    [{ outputs: { 'a-input-b': port } }, 'outputs/a-input-b must not contain "-input-" or "-output-" in its name'],
    [{ inputs: { trigger } }, 'inputs/trigger is added automatically; set reserved.triggerIn to false to declare it'],
    [
      { outputs: { trigger } },
      'outputs/trigger is added automatically; set reserved.triggerOut to false to declare it',
    ],
    [
      { outputs: { error: { dataType: 'json' } } },
      'outputs/error is added automatically; set reserved.error to false to declare it',
    ],
    [
      { tool: true, outputs: { tool: { dataType: 'tool' } } },
      'outputs/tool is added automatically; leave out tool to declare it',
    ],
    [{ reserved: { triggerIn: false }, inputs: { trigger: port } }, 'inputs/trigger must have the data type "trigger"'],
    [{ inputs: { tool: port } }, 'inputs/tool must have the data type "tool"'],
    [{ annotation: true, tool: true }, 'an annotation never runs, so it must not have required inputs or be a tool'],
  ])('rejects %j', (changes, problem) => {
    expect(problemsWith(changes)).toEqual([problem])
  })

  test('accepts a declared reserved port if the automatic one is disabled', () => {
    expect(
      problemsWith({
        reserved: { triggerIn: false, triggerOut: false, error: false },
        inputs: { trigger },
        outputs: { trigger, error: { dataType: 'json' }, tool: { dataType: 'tool' } },
      }),
    ).toEqual([])
  })

  test.each([
    [[{ name: 'yes' }, { name: ' Yes' }], '/1 has the name " Yes", which another output already has'],
    [[{ name: 'Error' }], '/0 has the name "Error", which another output already has'],
    [[{ name: 'text' }], '/0 has the name "text", which another output already has'],
    [[{ label: 'x' }], '/0 must have a name'],
  ])('rejects the branches %j', (branches, problem) => {
    const config = { type: 'object', properties: { branches: { type: 'array', default: branches } } }
    expect(problemsWith({ config })).toEqual([`config/properties/branches/default${problem}`])
  })
})

describe('the config schema', () => {
  test.each([
    [{}, 'config must be a schema of type "object"'],
    [{ type: 'object', properties: [] }, 'config/properties must be an object'],
    [{ type: 'object', properties: { a: true } }, 'config/properties/a must be a schema'],
    [{ type: 'object', required: 'a' }, 'config/required must be a list'],
    [{ type: 'object', required: ['a'] }, 'config/required names "a", which is not a property'],
  ])('rejects %j', (config, problem) => {
    expect(problemsWith({ config })).toEqual([problem])
  })

  test.each([
    [{ type: 'string', default: 1 }, '/default must be a text, is a number'],
    [{ type: 'string', enum: ['a', 'b'], default: 'c' }, '/default must be one of "a", "b"'],
    [{ type: 'integer', maximum: 3, default: 4 }, '/default must be at most 3'],
    [{ type: 'array', items: { type: 'string' }, default: ['a', 1] }, '/default/1 must be a text, is a number'],
    [{ type: 'string', pattern: '(' }, ' has an invalid pattern'],
    [{ type: 'string', enum: [] }, ' has an enum without values'],
    [{ type: 'number', minimum: 2, maximum: 1 }, ' has a minimum above its maximum'],
    [{ type: 'string', minLength: 2, maxLength: 1 }, ' has a minLength above its maxLength'],
    [{ type: 'number', format: 'range', minimum: 0 }, ' is a range and needs a minimum and a maximum'],
    [{ type: 'string', format: 'autocomplete' }, ' is an autocomplete field and needs autocomplete.url'],
    [{ type: 'string', format: 'hidden', default: 'abc' }, ' is a secret and cannot have a default'],
    [{ type: 'array', items: { type: 'number', default: 'x' } }, '/items/default must be a number, is a text'],
    [
      { type: 'object', properties: { 'a/b': { type: 'string', pattern: '[' } } },
      '/properties/a~1b has an invalid pattern',
    ],
    [{ type: 'string', 'x-show-when': { other: 1 } }, ' depends on "other", which is not another property'],
    [{ type: 'string', 'x-show-when': { field: 1 } }, ' depends on "field", which is not another property'],
    [{ type: 'string', 'x-show-when': 'auth' }, ' has an x-show-when that is not an object of settings'],
    [{ type: 'string', 'x-scope': { kind: 'value' } }, ' has an invalid x-scope'],
    [{ type: 'string', 'x-section': 'expert' }, ' has an x-section that is neither "basic" nor "advanced"'],
    [{ type: 'object', properties: {}, required: ['x'] }, '/required names "x", which is not a property'],
  ])('rejects the field %j', (field, problem) => {
    expect(problemsWithField(field)).toEqual([`config/properties/field${problem}`])
  })
})

describe('running', () => {
  const run = () => ({})
  const loopPorts = { inputs: { loop_back: { dataType: 'mixed' } }, outputs: { item: { dataType: 'mixed' } } }
  const config = { type: 'object', properties: { size: { type: 'integer' } } }

  test('accepts a run function with examples', () => {
    const examples = [
      { title: 'takes a branch', config: { size: 1 }, inputs: { who: 'x' }, launch: {}, outputs: takeBranches(['a']) },
      { title: 'fails', fails: 'NO_LUCK' },
    ]
    expect(problemsWith({ config, run, quick: true, isOutput: true, afterCrash: () => 'fail', examples })).toEqual([])
    expect(problemsWith({ ...loopPorts, loop: { kind: 'foreach', each: ['item'] } })).toEqual([])
    expect(problemsWith({ ...loopPorts, run, loop: { kind: 'while', each: ['item'] } })).toEqual([])
  })

  test.each([
    [{ run: 'code' }, 'run must be a function'],
    [{ run, afterCrash: 'fail' }, 'afterCrash must be a function'],
    [{ run, quick: 'yes' }, 'quick must be true or false, is a text'],
    [{ quick: true }, 'quick requires run'],
    [{ run, pure: 'yes' }, 'pure must be true or false, is a text'],
    [{ pure: true }, 'pure requires run'],
    [{ run, pure: true, afterCrash: run }, 'a pure node is always computed again, so it must not have afterCrash'],
    [{ run, pure: true, heavy: 1 }, 'heavy must be true or false, is a number'],
    [{ run, quick: true, heavy: true }, 'heavy requires pure'],
    [{ afterCrash: run }, 'afterCrash requires run'],
    [{ examples: [{ title: 'a', fails: 'B' }] }, 'examples require run'],
    [{ annotation: true, inputs: {}, outputs: {}, run }, 'an annotation never runs, so it must not have run'],
    [
      { annotation: true, inputs: {}, outputs: {}, isOutput: true },
      'an annotation never runs, so it must not be an output',
    ],
    [{ run, examples: [{ fails: 'B' }] }, 'examples/0/title is required'],
    [{ run, examples: [{ title: 'a' }] }, 'examples/0 must have either outputs or fails'],
    [{ run, examples: [{ title: 'a', fails: 'B', outputs: {} }] }, 'examples/0 must have either outputs or fails'],
    [{ run, examples: [{ title: 'a', fails: 'B', input: {} }] }, 'examples/0/input is not known here'],
    [{ run, examples: [{ title: 'a', outputs: 1 }] }, 'examples/0/outputs must be an object, is a number'],
    [{ run, examples: [{ title: 'a', fails: 'B', config: { x: 1 } }] }, 'examples/0/config/x is not a setting'],
    [
      { run, config, examples: [{ title: 'a', fails: 'B', config: { size: 'x' } }] },
      'examples/0/config/size must be a whole number, is a text',
    ],
    [{ ...loopPorts, loop: { kind: 'until', each: [] } }, 'loop/kind must be one of "foreach", "while"'],
    [{ ...loopPorts, loop: { kind: 'foreach', each: ['x'] } }, 'loop/each/0 names "x", which is not an output'],
    [{ loop: { kind: 'foreach', each: [] } }, 'loop requires an input "loop_back"'],
    [{ ...loopPorts, loop: { kind: 'while', each: [] } }, 'a while loop requires run, which evaluates its condition'],
    [{ ...loopPorts, run, loop: { kind: 'foreach', each: [] } }, 'a foreach loop must not have run'],
  ])('rejects %j', (changes, problem) => {
    expect(problemsWith(changes)).toEqual([problem])
  })
})
