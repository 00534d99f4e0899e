/** Names of workflow formats (`metadata.format`, and `formats` of node types). */
export const NATIVE_FORMAT = 'millrace'

/** The public editor's name for the same format. Accepted as a synonym; a document keeps the name it has. */
export const PUBLIC_FORMAT = 'flowdrop'
