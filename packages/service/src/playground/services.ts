import type { Playground } from './playground-port.ts'

export interface PlaygroundServices {
  readonly playground: Playground
}
