export const timeStrings = {
  now: 'just now',
  soon: 'in a moment',
  milliseconds: 'ms',
  seconds: 's',
  minutes: 'min',
  hours: 'h',
  days: 'd',
  daysLeft: (count: number) => (count === 1 ? '1 day' : `${count} days`),
}
