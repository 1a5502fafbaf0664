interface NamedUser {
  fullName: string | null
  firstName: string | null
  email: string
}

const maxNameLength = 25

/** Returns the full name if under 25 characters, else the first name, else the email's prefix. spec §9 */
export const displayName = ({ fullName, firstName, email }: NamedUser): string => {
  if (fullName && fullName.length < maxNameLength) return fullName
  return firstName || (email.split('@')[0] ?? email)
}

/** Returns the first grapheme, which may consist of several characters. */
const firstLetter = (word: string): string => {
  const [first] = new Intl.Segmenter().segment(word)
  return first?.segment ?? ''
}

/** Returns one or two letters for the avatar, from the displayed name. */
export const initials = (user: NamedUser): string => {
  const words = displayName(user)
    .split(/[\s._-]+/)
    .filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase()
}
