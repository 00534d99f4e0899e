/** The prices of `--model-price`, for example `openai/gpt-4.1=2/8`: per million input and output tokens. */

/** By `provider/model`. */
export type ModelPrices = ReadonlyMap<string, { readonly input: number; readonly output: number }>

const PRICE = /^(?<model>[^=\s]+\/[^=\s]+)=(?<input>\d+(?:\.\d+)?)\/(?<output>\d+(?:\.\d+)?)$/

export function modelPrices(text: string): ModelPrices {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  return new Map(
    parts.map((part) => {
      const { model, input, output } = PRICE.exec(part)?.groups ?? {}
      if (model === undefined) throw new Error(`must list prices such as openai/gpt-4.1=2/8 (got "${part}")`)
      return [model, { input: Number(input), output: Number(output) }]
    }),
  )
}
