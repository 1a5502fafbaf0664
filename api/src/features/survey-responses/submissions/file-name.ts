/** Whether an answer can refer to a file by this name: one line of text without folders. */
export const isFileName = (name: string): boolean => name.length <= 255 && /^[^\p{Cc}/\\]+$/u.test(name)
