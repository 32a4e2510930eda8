def f(x=
  [1, {2: (3,
for i in
	"""
class
