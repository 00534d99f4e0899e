import { type Fault, jsonFault } from '../json-fault.ts'

/** Where a text stops being JSON. */
export function perform(text: string): Fault {
  return jsonFault(text)
}
