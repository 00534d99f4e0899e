/** Embeds texts and checks the result: one vector per text, all of the same length. */
import { type ModelSettings, type Models, NodeFailure } from '@millrace/model'

/** Maximum number of texts or documents per step. */
export const MAX_TEXTS = 10_000

export async function embedTexts(
  models: Models,
  settings: ModelSettings,
  texts: readonly string[],
): Promise<{ readonly embeddings: readonly (readonly number[])[]; readonly dimensions: number }> {
  const { embeddings } = await models.embed(settings, texts)
  const dimensions = embeddings[0]?.length ?? 0
  if (
    embeddings.length !== texts.length ||
    dimensions === 0 ||
    embeddings.some(({ length }) => length !== dimensions)
  ) {
    throw new NodeFailure(
      'MODEL_BAD_ANSWER',
      `The model must return one vector of the same length for each of the ${texts.length} texts.`,
    )
  }
  return { embeddings, dimensions }
}
