/** Whether a notification says how much money came. What somebody of the house writes says what it says. */
export const tellsAmount = (notification: string): boolean => /^(?:payment|deposit):/.test(notification);
