import { describe, expect, test } from 'vitest'
import { refuseUnusedInputs, withInputs } from './command-inputs.ts'

describe('inputs of the command line', () => {
  test('are texts after =, and JSON after :=', () => {
    expect(withInputs({}, ['name=Ada', 'count:=3', 'a.1:text=x=y', 'a.1:list:=[1, {"b": "c:=d"}]', 'none='])).toEqual({
      name: 'Ada',
      count: 3,
      'a.1': { text: 'x=y', list: [1, { b: 'c:=d' }] },
      none: '',
    })
  })

  test('replace those of the file with the same name and keep the others', () => {
    const file = { 'a.1': { text: 'old', kept: true }, name: 'Ada' }
    expect(withInputs(file, ['a.1:text=new'])).toEqual({ 'a.1': { text: 'new', kept: true }, name: 'Ada' })
    expect(file['a.1'].text).toBe('old')
  })

  test.each(['', 'name', '=x', 'a:b:c=d', 'count:={'])('are rejected: %j', (word) => {
    expect(() => withInputs({}, [word])).toThrow(`--input "${word}" is not`)
  })

  test('without a node or a start node are rejected with the nodes that there are', () => {
    const nodes = [{ id: 'a.1' }, { id: 'b.1' }]
    expect(() => refuseUnusedInputs({ 'a.1': {}, name: 'Ada' }, nodes)).toThrow(/"name".*its nodes are a\.1, b\.1\./)
    expect(() => refuseUnusedInputs({ name: 'Ada' }, [...nodes, { id: 's', trigger: 'start' }])).not.toThrow()
    expect(() => refuseUnusedInputs({ 'b.1': {} }, nodes)).not.toThrow()
  })
})
