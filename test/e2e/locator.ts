/** A resource locator that was filled by hand. */
export const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });
