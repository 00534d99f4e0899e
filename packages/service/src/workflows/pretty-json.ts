import { TimeSlice } from '@millrace/model'

/** Lists longer than this are printed item by item. */
const LONG_LIST = 100

/** `JSON.stringify(object, null, 2)` of a JSON object; its long lists, such as nodes, are printed in slices. */
export async function prettyInSlices(object: object): Promise<string> {
  const slice = new TimeSlice()
  const members: string[] = []
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    const name = `  ${JSON.stringify(key)}: `
    if (!Array.isArray(value) || value.length <= LONG_LIST) members.push(name + indented(value, '  '))
    else {
      const items: string[] = []
      for (const item of value) {
        items.push(`    ${indented(item, '    ')}`)
        if (slice.isOver) await slice.next()
      }
      members.push(`${name}[\n${items.join(',\n')}\n  ]`)
    }
    if (slice.isOver) await slice.next()
  }
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`
}

/** Printed JSON has no line breaks inside strings, so every line can be indented. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
