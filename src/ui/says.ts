/** Which event of the machine a control says. Tests and generated paths find the control by it. */
export interface Says {
  /** The event's type: `user.confirmed`. */
  says?: string | undefined;
  /** The event's `value`, where several controls say the same type. */
  saysValue?: string | undefined;
  /** Another word that tells two such controls apart, such as the side of a pair. */
  saysFor?: string | undefined;
}

/** The attributes that carry `Says` into the document. */
export const saying = ({ says, saysValue, saysFor }: Says) => ({
  'data-says': says,
  'data-says-value': saysValue,
  'data-says-for': saysFor,
});
