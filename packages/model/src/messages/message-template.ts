/**
 * Messages with slots, such as `Node {node} has no input "{port}"`. `{>why}` is a slot for another message, `{!type}`
 * one that holds a message in every case, and `{#host}` one for the name of a host.
 */

const SLOT = /\{[>!#]?(\w+)\}/g

/** The names of the slots of a template. */
export type SlotsOf<Template extends string> = Template extends `${string}{${infer Inside}}${infer Rest}`
  ? SlotName<Inside> | SlotsOf<Rest>
  : never

/** Braces that are text, as in `{{ name }}`, are not slots. */
type SlotName<Inside extends string> = Inside extends `${string}{${infer Inner}`
  ? SlotName<Inner>
  : Inside extends `${string} ${string}`
    ? never
    : Inside extends `${'>' | '!' | '#'}${infer Name}`
      ? Name
      : Inside

export type SlotValues<Template extends string> = Readonly<Record<SlotsOf<Template>, string | number>>

/** The message with the values in its slots. */
export function filled<const Template extends string>(template: Template, values: SlotValues<Template>): string {
  const byName: Readonly<Record<string, string | number>> = values
  return template.replace(SLOT, (slot, name: string) => String(byName[name] ?? slot))
}

/** Accepts translations of keyed messages only if each has exactly the slots of the original. */
export type SameSlots<
  Originals extends Readonly<Record<string, string>>,
  Given extends Readonly<Record<string, string>>,
> = {
  readonly [Key in keyof Originals]: Key extends keyof Given
    ? [SlotsOf<Originals[Key]>, SlotsOf<Given[Key]>] extends [SlotsOf<Given[Key]>, SlotsOf<Originals[Key]>]
      ? Given[Key]
      : `The slots differ from those of: ${Originals[Key]}`
    : never
}

export interface Slot {
  readonly name: string
  readonly holds: 'value' | 'perhaps a message' | 'a message' | 'a host'
}

export interface ParsedTemplate {
  /** One more than slots: the texts before, between and after them. */
  readonly texts: readonly string[]
  readonly slots: readonly Slot[]
}

const HOLDS = new Map([
  ['>', 'perhaps a message'],
  ['!', 'a message'],
  ['#', 'a host'],
] as const)

export function parseTemplate(template: string): ParsedTemplate {
  const texts: string[] = []
  const slots: Slot[] = []
  let end = 0
  for (const { 0: slot, 1: name = '', index } of template.matchAll(SLOT)) {
    texts.push(template.slice(end, index))
    end = index + slot.length
    const mark = [...HOLDS].find(([one]) => slot.charAt(1) === one)
    slots.push({ name, holds: mark?.[1] ?? 'value' })
  }
  return { texts: [...texts, template.slice(end)], slots }
}
