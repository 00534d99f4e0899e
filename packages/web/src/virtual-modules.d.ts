declare module 'virtual:millrace-icons' {
  const bodies: Readonly<Record<string, string>>
  export default bodies
}
