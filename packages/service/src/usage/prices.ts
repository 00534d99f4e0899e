/** The prices of models: those of `--model-price`, overridden by stored ones. */
import { COST_UNIT, type ModelPrice, type NewModelPrice, Problem } from '@millrace/model'
import type { Page, PriceStore } from '@millrace/store'
import type { ModelPrices } from '../platform/model-prices.ts'
import type { Clock } from '../platform/ports.ts'

export interface Prices {
  list(page: { readonly limit: number; readonly offset: number }): Promise<Page<ModelPrice>>
  set(price: NewModelPrice): Promise<ModelPrice>
  /** The price of the setting, if there is one, is valid again. */
  remove(model: string): Promise<void>
}

export interface PriceNeeds {
  readonly store: PriceStore
  readonly given: ModelPrices
  readonly currency: string
  readonly clock: Clock
}

/** More than any service uses; the whole list is merged with the setting. */
export const MAX_PRICES = 1000

export function createPrices({ store, given, currency, clock }: PriceNeeds): Prices {
  const stored = () => store.list({ limit: MAX_PRICES, offset: 0 })
  return {
    async list({ limit, offset }) {
      const { items } = await stored()
      const own = items.map(
        ({ model, input, output }): ModelPrice => ({
          ...{ model, input: input / COST_UNIT, output: output / COST_UNIT, currency, source: 'stored' },
        }),
      )
      const names = new Set(own.map(({ model }) => model))
      const others = [...given].flatMap(([model, price]): ModelPrice[] =>
        names.has(model) ? [] : [{ model, ...price, currency, source: 'setting' }],
      )
      const all = [...own, ...others].sort((a, b) => (a.model < b.model ? -1 : 1))
      return { items: all.slice(offset, offset + limit), total: all.length }
    },
    async set({ model, input, output }) {
      const { total } = await stored()
      if (total >= MAX_PRICES && (await store.get(model)) === undefined) {
        throw new Problem('VALIDATION_ERROR', { message: `There are ${total} prices already.` })
      }
      const [storedInput, storedOutput] = [Math.round(input * COST_UNIT), Math.round(output * COST_UNIT)]
      await store.set({ model, input: storedInput, output: storedOutput, updatedAt: clock.now() })
      return { ...{ model, input, output, currency }, source: 'stored' }
    },
    async remove(model) {
      if (!(await store.remove(model))) throw new Problem('NOT_FOUND', { message: 'There is no stored price.' })
    },
  }
}

export const examplePrice: ModelPrice = {
  ...{ model: 'openai/gpt-4.1', input: 2, output: 8, currency: 'USD', source: 'stored' },
}
