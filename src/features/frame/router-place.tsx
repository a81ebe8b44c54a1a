import { NavLink } from 'react-router-dom';
import type { MenuPlaceProps } from '../menus/menus.view.tsx';
import { PlainPlace } from './plain-place.tsx';

/** A link of a menu inside the house's router, which tells whether it leads to where we are. */
export const RouterPlace = ({ link, className, children }: MenuPlaceProps) =>
  link.outside ? (
    <PlainPlace link={link} className={className}>
      {children}
    </PlainPlace>
  ) : (
    <NavLink to={link.url} end className={className}>
      {children}
    </NavLink>
  );
