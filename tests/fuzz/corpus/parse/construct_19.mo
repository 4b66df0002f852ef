model M annotation ( Icon ( graphics = { Line ( a = 1 ) } ) , /* c */ x ) ; end M;
