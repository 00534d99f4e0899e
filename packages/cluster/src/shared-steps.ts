/** The heavy steps of a worker: those of its executions, and those that it computes for other workers. */
import { ComputeSlots } from './compute-slots.ts'
import { HeavySteps, type HeavyStepsNeeds } from './heavy-steps.ts'
import type { ClusterEngineNeeds } from './ports.ts'
import { StepHelper } from './step-helper.ts'

export interface SharedStepsNeeds
  extends Omit<HeavyStepsNeeds, 'slots' | 'process' | 'version'>,
    Pick<ClusterEngineNeeds, 'heavySlots' | 'version'> {}

const HEAVY_SLOTS = 2

export class SharedSteps {
  /** The steps of the executions that this worker drives. */
  readonly own: HeavySteps
  readonly #helper: StepHelper

  constructor({ heavySlots = HEAVY_SLOTS, version = '', ...given }: SharedStepsNeeds) {
    const slots = new ComputeSlots(heavySlots, () => this.#helper.slotIsFree())
    const needs = { ...given, slots, version, process: given.newId() }
    this.own = new HeavySteps(needs)
    this.#helper = new StepHelper(needs)
  }

  /** Takes no more steps of other workers. Resolves when it has computed those that it has. */
  drain(): Promise<void> {
    return this.#helper.drain()
  }

  async close(): Promise<void> {
    this.own.close()
    await this.#helper.close()
  }
}
