/** The groups of requests that the rules were made for. Half of them were written before there were any rules. */
import type { Request } from './request.ts'
import { adding, connecting, inserting, layingOut, naming, removing, replacing } from './requests/editing.ts'
import { fifthWave } from './requests/fifth-wave.ts'
import { fourthWave } from './requests/fourth-wave.ts'
import { heldOut } from './requests/held-out.ts'
import { keptAside } from './requests/kept-aside.ts'
import { recipes } from './requests/recipes.ts'
import { secondWave } from './requests/second-wave.ts'
import { asking, honest, setting, several } from './requests/settings.ts'
import { sixthWave } from './requests/sixth-wave.ts'
import { thirdWave } from './requests/third-wave.ts'

export const GROUPS: Readonly<Record<string, readonly Request[]>> = {
  adding,
  inserting,
  connecting,
  naming,
  setting,
  removing,
  replacing,
  asking,
  'laying out': layingOut,
  recipes,
  several,
  honest,
  'second wave': secondWave,
}

/** A group that was written after the rules, and how much of it was met when it was first run. */
export interface Wave {
  readonly name: string
  readonly written: string
  readonly requests: readonly Request[]
  /** How many were met at first sight. */
  readonly firstSight: number
  /** Whether the rules were improved on it afterwards. */
  readonly tuned: boolean
}

/** In the order in which they were written. */
export const WAVES: readonly Wave[] = [
  { name: 'held out', written: 'when the first rules were done', requests: heldOut, firstSight: 21, tuned: true },
  { name: 'third wave', written: 'before the rules were revised', requests: thirdWave, firstSight: 25, tuned: true },
  { name: 'kept aside', written: 'with the third wave', requests: keptAside, firstSight: 31, tuned: true },
  { name: 'fourth wave', written: 'when the rules were revised', requests: fourthWave, firstSight: 26, tuned: true },
  { name: 'fifth wave', written: 'after that', requests: fifthWave, firstSight: 27, tuned: true },
  { name: 'sixth wave', written: 'last', requests: sixthWave, firstSight: 15, tuned: false },
]
