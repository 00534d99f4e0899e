export const pageStrings = {
  product: 'Millrace',
  places: 'Places',
  account: 'Account',
  signOut: 'Sign out',
  docs: 'API reference',
  notFound: 'There is nothing here',
  notFoundText: 'The address does not lead anywhere.',
  goHome: 'Go to the workflows',
  workflows: 'Workflows',
  signInTitle: 'Sign in to Millrace',
  signInText: 'Open the link that the service printed when it started, or paste an API token.',
  token: 'API token',
  signIn: 'Sign in',
  wrongToken:
    'This token is not accepted: it may be mistyped, expired or withdrawn. Whoever runs the service can give you another.',
  unreachable: 'The service cannot be reached',
}
