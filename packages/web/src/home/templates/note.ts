import type { TemplateNode } from './template.ts'

interface Place {
  readonly at: readonly [x: number, y: number]
  readonly size: readonly [width: number, height: number]
}

/** A note for the user who opens the template. */
export function note(content: string, { at, size }: Place): TemplateNode {
  return { type: 'notes', label: 'About this workflow', at, size, config: { content } }
}

/** Part of the note of every template with a model. */
export const OFFLINE =
  '**Works offline.** The provider *echo* returns scripted answers instead of calling a model. Select another provider and a connection in the settings of the node.'
