export const sum = (numbers: Iterable<number>): number => {
  let all = 0
  for (const one of numbers) all += one
  return all
}
