import { nextTurn, TimeSlice } from '@millrace/model'

/** Lists longer than this are printed item by item. */
const LONG_LIST = 100

/** `JSON.stringify(object, null, 2)` of a JSON object; its long lists, such as nodes, are printed in slices. */
export async function prettyInSlices(object: object): Promise<string> {
  const printer = new Printer()
  let before = '{\n'
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    printer.add(`${before}  ${JSON.stringify(key)}: `)
    before = ',\n'
    if (Array.isArray(value) && value.length > LONG_LIST) await printList(value, printer)
    else printer.add(indented(value, '  '))
    if (printer.slice.isOver) await printer.pause()
  }
  printer.add(before === ',\n' ? '\n}' : '{}')
  return printer.text()
}

async function printList(list: readonly unknown[], printer: Printer): Promise<void> {
  let before = '[\n'
  for (const item of list) {
    printer.add(`${before}    `)
    printer.add(indented(item, '    '))
    before = ',\n'
    if (printer.slice.isOver) await printer.pause()
  }
  printer.add('\n  ]')
}

/** Joins what was printed in a slice in the same slice: joining all of it at the end would take longer than printing an item. */
class Printer {
  readonly slice = new TimeSlice()
  readonly #joined: string[] = []
  #parts: string[] = []

  add(part: string): void {
    this.#parts.push(part)
  }

  async pause(): Promise<void> {
    this.#join()
    await this.slice.next()
  }

  async text(): Promise<string> {
    this.#join()
    if (this.#joined.length > 1) await nextTurn()
    return this.#joined.join('')
  }

  #join(): void {
    this.#joined.push(this.#parts.join(''))
    this.#parts = []
  }
}

/** Printed JSON has no line breaks inside strings, so every line can be indented. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
