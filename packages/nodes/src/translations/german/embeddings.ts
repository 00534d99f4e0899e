/** Node types of the category "embeddings". */
export const embeddings: Readonly<Record<string, string>> = {
  'Converts texts to embedding vectors for semantic search.':
    'Wandelt Texte in Embedding-Vektoren für die semantische Suche um.',
  Texts: 'Texte',
  'One vector per text, in the same order.': 'Ein Vektor je Text, in derselben Reihenfolge.',
  Dimensions: 'Dimensionen',
}
