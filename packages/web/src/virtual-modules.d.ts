declare module 'virtual:millrace-icons' {
  const bodies: Readonly<Record<string, string>>
  export default bodies
}

declare module 'virtual:millrace-icon-shards' {
  const loaders: Readonly<Record<string, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>>
  export default loaders
}

declare module '*?url' {
  const url: string
  export default url
}
