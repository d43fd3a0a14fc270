"""Working inside the block text of a page, post or other item: reading, making and editing its blocks.

`parsing` finds the blocks of a text, `markup` makes new ones, `editing` and `changing` put them into a text; all four
are pure. The tools stand in `reading` and `writing`.
"""
